import type { z } from "zod";
import type { costCreate } from "@/lib/api/contract/costs/costs";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { costPerToken, type PriceUnit } from "@/lib/format/price";
import { byMedia, MEDIA_TOKENS, type MediaKind } from "@/lib/usage/media-tokens";

/** The form as typed. Prices are per the unit that the page shows. */
export interface PriceForm extends Readonly<Record<MediaKind, string>> {
  readonly model: string;
  readonly provider: string;
  readonly prompt: string;
  readonly completion: string;
  readonly cacheRead: string;
  readonly cacheWrite: string;
  readonly currency: string;
  /** A local date and time as the browser's control returns it, read as UTC; empty for now. */
  readonly effective: string;
}

export type PriceField = keyof PriceForm;
export type PriceErrors = Partial<Record<PriceField, string>>;
export type CostCreate = z.input<typeof costCreate>;

export const emptyPriceForm: PriceForm = {
  model: "",
  provider: "",
  prompt: "",
  completion: "",
  cacheRead: "",
  cacheWrite: "",
  ...byMedia("kind", () => ""),
  currency: "USD",
  effective: "",
};

/** Before the first call of any language model that is logged: a price from here applies to all stored calls. */
const ALL_CALLS = "2020-01-01T00:00";

/**
 * Returns the form as it opens.
 *
 * @param isUnpriced whether calls of the model are stored that have no price
 */
export function newPriceForm(model: string, isUnpriced: boolean): PriceForm {
  return { ...emptyPriceForm, model, effective: isUnpriced ? ALL_CALLS : "" };
}

const PRICES = ["prompt", "completion", "cacheRead", "cacheWrite", ...MEDIA_TOKENS.map(({ kind }) => kind)] as const;
type PriceName = (typeof PRICES)[number];

const MEMBERS: Readonly<Record<string, PriceField>> = {
  prompt_token_cost: "prompt",
  completion_token_cost: "completion",
  cache_read_input_token_cost: "cacheRead",
  cache_creation_input_token_cost: "cacheWrite",
  ...byMedia("cost", ({ kind }) => kind),
  prompt_token_cost_unit: "currency",
  completion_token_cost_unit: "currency",
  effective_date: "effective",
  provider_id: "provider",
};

function priceProblem(form: PriceForm, name: PriceName, per: PriceUnit): string | null {
  const text = form[name].trim();
  const isNeeded = name === "prompt" || name === "completion";
  if (text === "") return isNeeded ? "Enter a price; 0 if free" : null;
  const cost = costPerToken(text, per);
  if (cost === null) return "Enter a decimal such as 2.50";
  if (!Number.isFinite(cost)) return "The price is too large";
  return cost < 0 ? "The price must not be negative" : null;
}

/** Returns the control's value in ISO 8601 UTC, or null when it is not a valid time. */
function utcTime(text: string): string | null {
  const ms = Date.parse(text.length <= 10 ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Returns the problems of the form by field; empty when it can be sent. */
export function priceErrors(form: PriceForm, per: PriceUnit): PriceErrors {
  const errors: PriceErrors = {};
  if (form.model.trim() === "") errors.model = "Enter the model as used in calls";
  for (const name of PRICES) {
    const fault = priceProblem(form, name, per);
    if (fault !== null) errors[name] = fault;
  }
  if (form.currency.trim() === "") errors.currency = "Enter a currency";
  if (form.effective !== "" && utcTime(form.effective) === null) errors.effective = "Invalid date and time";
  return errors;
}

/** Returns the request that stores the price; the form must be valid. */
export function priceRequest(form: PriceForm, per: PriceUnit, projectId: string): CostCreate {
  const cost = (name: PriceName) => costPerToken(form[name], per);
  const currency = form.currency.trim();
  const [cacheRead, cacheWrite] = [cost("cacheRead"), cost("cacheWrite")];
  const media = MEDIA_TOKENS.map((tokens) => [tokens.cost, cost(tokens.kind)] as const);
  const provider = form.provider.trim();
  const effective = form.effective === "" ? null : utcTime(form.effective);
  const price = {
    prompt_token_cost: cost("prompt") ?? 0,
    completion_token_cost: cost("completion") ?? 0,
    prompt_token_cost_unit: currency,
    completion_token_cost_unit: currency,
    ...(cacheRead === null ? {} : { cache_read_input_token_cost: cacheRead }),
    ...(cacheWrite === null ? {} : { cache_creation_input_token_cost: cacheWrite }),
    ...Object.fromEntries(media.filter(([, perToken]) => perToken !== null)),
    ...(effective === null ? {} : { effective_date: effective }),
    ...(provider === "" ? {} : { provider_id: provider }),
  };
  // Not built by assignment: a model may be called `__proto__`.
  return { project_id: projectId, costs: Object.fromEntries([[form.model.trim(), price]]) };
}

/** Returns the service's errors by field; the rest belongs to no field. */
export function priceFieldErrors(failure: ServiceFailure): { readonly fields: PriceErrors; readonly others: string[] } {
  const fields: PriceErrors = {};
  const others: string[] = [];
  for (const { loc, msg } of failure.detail ?? []) {
    const name = MEMBERS[loc.at(-1) ?? ""];
    if (name === undefined) others.push(`${loc.join(".")}: ${msg}`);
    else fields[name] ??= msg;
  }
  if ((failure.detail ?? []).length === 0) others.push(failure.reason ?? failure.message);
  return { fields, others };
}
