import type { RunRule, RunRuleState } from "@/lib/api/contract/watches/run-watches";
import type { JudgedRule } from "./run-rules";

/** Where a rule stands in a run, as it is stored. */
export interface StoredRuleState extends RunRuleState {
  /** True once its action is over, or it has none. */
  readonly is_done: boolean;
}

/** A rule that began to fire or resolved. */
export interface RuleChange {
  readonly rule: RunRule;
  readonly kind: "firing" | "resolved";
  readonly value: number | null;
  readonly sentence: string;
}

interface Course {
  readonly states: readonly StoredRuleState[];
  readonly changes: readonly RuleChange[];
}

interface Look {
  readonly at: string;
  /** The run has ended: what fires then remains as its end. */
  readonly isOver: boolean;
  /** The service can pause and stop the run. */
  readonly canBeActedOn: boolean;
}

const NOT_ACKNOWLEDGED = { acknowledged_at: null, acknowledged_by: null, note: "" };

function stateOf(
  isFiring: boolean,
  { outcome: { isHeld, isBetween = false } }: JudgedRule,
  isOver: boolean,
): StoredRuleState["state"] {
  if (isHeld === true) return isOver && isFiring ? "ended" : "firing";
  // What fires does not resolve because a value is missing.
  if (isFiring && (isBetween || isHeld === null)) return isOver ? "ended" : "firing";
  return isHeld === null ? "unknown" : "ok";
}

/**
 * Moves the rules of a run on by one look. A rule that is switched off is forgotten; one that fired then resolves, so that
 * whoever heard of it hears of its end.
 */
export function followRules(
  before: readonly StoredRuleState[],
  judged: readonly JudgedRule[],
  { at, isOver, canBeActedOn }: Look,
): Course {
  const known = new Map(before.map((state) => [state.rule, state]));
  const changes: RuleChange[] = [];
  const states = judged.map((one): StoredRuleState => {
    const { rule, outcome } = one;
    const last = known.get(rule);
    const wasFiring = last?.state === "firing" || last?.state === "ended";
    const state = stateOf(wasFiring, one, isOver);
    const isFiring = state === "firing" || state === "ended";
    const { value, sentence } = outcome;
    if (isFiring && !wasFiring) changes.push({ rule, kind: "firing", value, sentence });
    if (wasFiring && !isFiring) changes.push({ rule, kind: "resolved", value, sentence });
    const action = canBeActedOn && !isOver ? one.action : "none";
    const kept = isFiring && wasFiring ? last : null;
    return {
      ...{ rule, state, value, sentence, since: last && last.state === state ? last.since : at },
      ...(kept
        ? { action: kept.action, is_done: kept.is_done }
        : { action: isFiring ? action : "none", is_done: !isFiring || action === "none" }),
      ...(kept
        ? { acknowledged_at: kept.acknowledged_at, acknowledged_by: kept.acknowledged_by, note: kept.note }
        : NOT_ACKNOWLEDGED),
    };
  });
  const left = new Set(judged.map(({ rule }) => rule));
  for (const { rule, state, value } of before)
    if (state === "firing" && !left.has(rule))
      changes.push({ rule, kind: "resolved", value, sentence: "The rule was switched off" });
  return { states, changes };
}
