import {
  RUN_RULES,
  type RunRule,
  type RunRuleSettings,
  type RunWatchDetail,
  type RunWatchSettings,
} from "@/lib/api/contract/watches/run-watches";
import { RUN_RULE_WORDS } from "./run-rule-words";

/** A rule as the form has it. */
interface RuleDraft {
  readonly isOn: boolean;
  /** As it is typed, in the unit of the form; empty for the default. */
  readonly level: string;
  readonly action: RunRuleSettings["action"];
}

/** The rules on training runs as the form has them. */
export interface RunRulesDraft {
  readonly isOn: boolean;
  readonly rules: Readonly<Record<RunRule, RuleDraft>>;
  readonly channelIds: readonly string[];
}

const shown = (level: number, scale: number) => String(Number((level / scale).toPrecision(6)));

/** Returns what the form begins with. */
export function draftOf({ settings, levels }: Pick<RunWatchDetail, "settings" | "levels">): RunRulesDraft {
  const rules = RUN_RULES.map((rule): [RunRule, RuleDraft] => {
    const own = settings.rules[rule];
    const level = levels[rule] ?? null;
    return [
      rule,
      {
        isOn: own?.is_on ?? rule !== "spend",
        level: level === null ? "" : shown(level, RUN_RULE_WORDS[rule].scale),
        action: own?.action ?? "none",
      },
    ];
  });
  // One entry for each rule.
  return {
    isOn: settings.is_on,
    rules: Object.fromEntries(rules) as RunRulesDraft["rules"],
    channelIds: settings.channel_ids,
  };
}

/** Returns why a level cannot be used; undefined for one that can. */
export function levelProblem(rule: RunRule, { isOn, level }: RuleDraft): string | undefined {
  if (!isOn || RUN_RULE_WORDS[rule].unit === null) return undefined;
  if (level.trim() === "") return rule === "spend" ? "Enter a limit" : undefined;
  const value = Number(level);
  return Number.isFinite(value) && value > 0 ? undefined : "Enter a number above 0";
}

/** Returns the settings that the form describes; null while a level cannot be used. */
export function settingsOf({ isOn, rules, channelIds }: RunRulesDraft): RunWatchSettings | null {
  if (RUN_RULES.some((rule) => levelProblem(rule, rules[rule]) !== undefined)) return null;
  const entries = RUN_RULES.map((rule): [RunRule, RunRuleSettings] => {
    const { isOn: isRuleOn, level, action } = rules[rule];
    const number = level.trim() === "" || RUN_RULE_WORDS[rule].unit === null ? null : Number(level);
    return [rule, { is_on: isRuleOn, level: number === null ? null : number * RUN_RULE_WORDS[rule].scale, action }];
  });
  return { is_on: isOn, rules: Object.fromEntries(entries), channel_ids: [...channelIds] };
}
