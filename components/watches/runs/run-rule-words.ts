import type { RunRule, RunRuleState, RunWatch } from "@/lib/api/contract/watches/run-watches";
import { countOf } from "@/lib/format/count";
import type { Status } from "@/lib/format/status";

interface RuleWords {
  /** Before its level: "No event for". */
  readonly label: string;
  /** The unit of its level; null for a rule without one. */
  readonly unit: string | null;
  /** What the level in the form is multiplied with on the wire. */
  readonly scale: number;
}

/** The rules on training runs in words, in the order of the form. */
export const RUN_RULE_WORDS: Readonly<Record<RunRule, RuleWords>> = {
  silence: { label: "No event for", unit: "min", scale: 1 },
  not_finite: { label: "NaN or infinite values", unit: null, scale: 1 },
  kl: { label: "KL above", unit: "", scale: 1 },
  entropy: { label: "Entropy below", unit: "% of its beginning", scale: 0.01 },
  reward_falls: { label: "Reward falls", unit: null, scale: 1 },
  reward_flat: { label: "Reward is flat", unit: null, scale: 1 },
  signal: { label: "Groups with signal below", unit: "%", scale: 0.01 },
  truncated: { label: "Truncated answers above", unit: "%", scale: 0.01 },
  spend: { label: "Spend above", unit: "US$", scale: 1 },
};

/** Returns the name of a rule without its level: "KL". */
export const ruleName = (rule: RunRule): string => RUN_RULE_WORDS[rule].label.replace(/ (above|below|for)$/, "");

const isFiring = ({ state }: RunRuleState) => state === "firing" || state === "ended";

interface RunWatchSummary {
  readonly status: Status;
  readonly text: string;
  /** What fires, or fired when the run ended. */
  readonly firing: readonly RunRuleState[];
}

/** Returns where the rules of a run stand, in words. Rules without their values are counted apart from quiet ones. */
export function runWatchSummary(watch: RunWatch | null, isOn: boolean): RunWatchSummary {
  if (!isOn) return { status: "unknown", text: "Not watched", firing: [] };
  if (watch === null) return { status: "unknown", text: "Watched; not judged yet", firing: [] };
  const firing = watch.states.filter(isFiring);
  const unknown = watch.states.filter(({ state }) => state === "unknown").length;
  const quiet = watch.states.filter(({ state }) => state === "ok").length;
  const parts = [
    ...(quiet > 0 ? [`${countOf(quiet, "rule")} quiet`] : []),
    ...(unknown > 0 ? [`${unknown} without a value`] : []),
  ].join(", ");
  if (firing.length > 0) return { status: "error", text: watch.is_over ? "Fired" : "Firing", firing };
  return { status: quiet > 0 ? "ok" : "unknown", text: `Watched: ${parts || "no rule is on"}`, firing };
}
