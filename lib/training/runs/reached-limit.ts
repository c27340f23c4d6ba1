import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";

/** A limit of a run that was reached. */
interface ReachedLimit {
  readonly member: "max_tokens" | "max_minutes" | "max_cost_usd";
  readonly label: string;
  readonly value: number;
}

/** The pattern of the reason with which a run pauses at each limit. */
const LIMITS = [
  { key: "tokens", member: "max_tokens", label: "New limit of tokens", reason: /limit of \S+ tokens/ },
  { key: "minutes", member: "max_minutes", label: "New limit in minutes", reason: /limit of \S+ minutes/ },
  { key: "cost_usd", member: "max_cost_usd", label: "New limit in USD", reason: /spending limit/ },
] as const;

/** Returns the limit that paused a run; null for another reason. */
export function reachedLimit({ limits, reason }: Pick<TrainingRun, "limits" | "reason">): ReachedLimit | null {
  const found = LIMITS.find((limit) => reason !== null && limit.reason.test(reason));
  const value = found === undefined ? null : limits[found.key];
  return found === undefined || value === null ? null : { member: found.member, label: found.label, value };
}
