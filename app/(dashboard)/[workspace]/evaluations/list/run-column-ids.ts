/** The columns of a run beside its name and scores, in their order. */
export const runColumnIds = [
  "dataset",
  "examples",
  "errors",
  "p50",
  "p99",
  "tokens",
  "cost",
  "run-cost",
  "duration",
  "started",
] as const;
export type RunColumnId = (typeof runColumnIds)[number];

/** The columns that are shown until others are chosen. */
export const firstRunColumns: readonly RunColumnId[] = ["examples", "errors", "p50", "cost", "started"];
