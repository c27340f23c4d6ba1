import type { Usage } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";

/** The place of a trial in its run. */
export interface TrialKey {
  readonly modelIndex: number;
  /** In the rows of the run. */
  readonly position: number;
  readonly trial: number;
}

/** An ended trial. */
export interface TrialResult extends TrialKey {
  /** Its predict-and-score call. */
  readonly callId: string;
  readonly endedAt: string;
  /** Why the model failed; null when it answered. */
  readonly error: string | null;
  readonly output: unknown;
  /** By scorer: null where it failed or had nothing to say; empty when the model failed. */
  readonly scores: Readonly<Record<string, unknown>>;
  /** Why scorers failed, by scorer. */
  readonly scorerErrors: Readonly<Record<string, string>>;
  readonly latencyMs: number;
  readonly usage: Usage;
  readonly tokens: number;
  /** Null when a model has no price. */
  readonly costUsd: number | null;
}

/** Returns a score as a number from which means are made: passed is 1, a win 1 and a tie ½; null for anything else. */
export function scoreValue(score: unknown): number | null {
  if (typeof score === "boolean") return score ? 1 : 0;
  if (typeof score === "number") return Number.isFinite(score) ? score : null;
  if (typeof score !== "object" || score === null || Array.isArray(score)) return null;
  const members = score as Readonly<Record<string, unknown>>;
  for (const name of ["passed", "within", "valid"])
    if (typeof members[name] === "boolean") return members[name] ? 1 : 0;
  const verdicts: Readonly<Record<string, number>> = { win: 1, tie: 0.5, loss: 0 };
  if (typeof members.verdict === "string") return verdicts[members.verdict] ?? null;
  return typeof members.score === "number" ? members.score : null;
}
