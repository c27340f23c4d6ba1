import type { BudgetSettings, BudgetSettingsInput } from "@/lib/api/contract/costs/budgets";

/** A budget as a form holds it: numbers as they are typed. */
export interface BudgetDraft {
  readonly name: string;
  readonly scope: BudgetSettings["scope"];
  readonly value: string;
  readonly period: BudgetSettings["period"];
  readonly limit: string;
  readonly warnPercent: string;
  readonly blocks: boolean;
  readonly channelIds: readonly string[];
}

const NEW_BUDGET: BudgetDraft = {
  ...{ name: "", scope: "project", value: "", period: "month", limit: "", warnPercent: "80" },
  ...{ blocks: true, channelIds: [] },
};

/** Returns the draft of a stored budget; of a new one without settings. */
export function draftOf(settings: BudgetSettings | null): BudgetDraft {
  if (settings === null) return NEW_BUDGET;
  const { name, scope, value, period, limit_usd: limit, warn_percent: percent, blocks, channel_ids } = settings;
  return {
    ...{ name, scope, value: value ?? "", period, limit: String(limit), blocks, channelIds: channel_ids },
    warnPercent: percent === null ? "" : String(percent),
  };
}

/** What is missing or wrong in a draft, by its member. */
export type DraftErrors = Partial<Record<keyof BudgetDraft, string>>;

/** Returns why a draft cannot be saved; nothing when it can. */
export function draftErrors({ name, scope, value, limit, warnPercent }: BudgetDraft): DraftErrors {
  const usd = Number(limit);
  const percent = Number(warnPercent);
  const isPercent = warnPercent.trim() === "" || (Number.isInteger(percent) && percent >= 1 && percent <= 99);
  return {
    ...(name.trim() === "" ? { name: "Enter a name" } : {}),
    ...(scope !== "project" && value.trim() === "" ? { value: `Enter a ${scope}` } : {}),
    ...(limit.trim() === "" || !(usd > 0) ? { limit: "An amount such as 50" } : {}),
    ...(isPercent ? {} : { warnPercent: "A whole number from 1 to 99, or empty" }),
  };
}

/** Returns the settings of a draft without errors. */
export function settingsOf({
  name,
  scope,
  value,
  period,
  limit,
  warnPercent,
  ...rest
}: BudgetDraft): BudgetSettingsInput {
  return {
    ...{ name: name.trim(), scope, value: scope === "project" ? null : value.trim(), period, limit_usd: Number(limit) },
    warn_percent: warnPercent.trim() === "" ? null : Number(warnPercent),
    ...{ blocks: rest.blocks, channel_ids: [...rest.channelIds] },
  };
}
