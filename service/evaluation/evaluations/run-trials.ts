import type { ScoreValue } from "./score-paths";

/** One trial: the model's answer to an example, with its scores. */
export interface Trial {
  readonly id: string;
  /** The digest of the example. */
  readonly digest: string;
  readonly modelCallId: string | null;
  /** `failed`: the model gave no answer. */
  readonly state: "answered" | "failed" | "running";
  readonly latencyMs: number | null;
  readonly totalTokens: number | null;
  readonly costUsd: number | null;
  /** By score id. */
  readonly scores: ReadonlyMap<string, ScoreValue>;
  /** Scorers whose call ended with an exception. */
  readonly failedScorers: readonly string[];
}

type ScoreKind = "boolean" | "number" | "text";

/** A score that trials of a run have. */
export interface ScoreColumn {
  readonly id: string;
  readonly scorer: string;
  readonly kind: ScoreKind;
}

/** Everything that figures and lists of a run need, without answers. */
export interface RunTrials {
  readonly runId: string;
  readonly trials: readonly Trial[];
  readonly columns: readonly ScoreColumn[];
  /** Trials by the digest of their example, in the order of the examples' first start. */
  readonly byExample: ReadonlyMap<string, readonly Trial[]>;
  /** Examples that were sent as values, by digest: no dataset has them. */
  readonly inlineExamples: ReadonlyMap<string, string>;
  /** Tokens and cost with those of the judges; null where no call says them. */
  readonly runTokens: number | null;
  readonly runCostUsd: number | null;
  /** The summary that the client logged; undefined when there is none. */
  readonly loggedSummary: unknown;
}

/** A column is of the kind that most of its values have: clients let the first value decide, and come out wrong. */
export function columnsOf(trials: readonly Trial[], scorerOf: (id: string) => string): ScoreColumn[] {
  // Trials with equal scores share one map.
  const trialCounts = new Map<Trial["scores"], number>();
  for (const { scores } of trials) trialCounts.set(scores, (trialCounts.get(scores) ?? 0) + 1);
  const counts = new Map<string, Record<ScoreKind, number>>();
  for (const [scores, trialCount] of trialCounts) {
    for (const [id, value] of scores) {
      const kinds = counts.get(id) ?? { boolean: 0, number: 0, text: 0 };
      if (value !== null) kinds[kindOf(value)] += trialCount;
      counts.set(id, kinds);
    }
  }
  return [...counts].map(([id, kinds]) => ({ id, scorer: scorerOf(id), kind: mostFrequent(kinds) }));
}

function kindOf(value: Exclude<ScoreValue, null>): ScoreKind {
  return typeof value === "string" ? "text" : typeof value === "boolean" ? "boolean" : "number";
}

function mostFrequent({ boolean, number, text }: Record<ScoreKind, number>): ScoreKind {
  if (text > boolean && text > number) return "text";
  return boolean > number ? "boolean" : "number";
}
