/** The figures of calls that can be measured. Watches judge them, and panels of dashboards draw them. */
export const MEASURED_FIGURES = [
  "calls",
  "errors",
  "error_share",
  "latency_p50",
  "latency_p90",
  "latency_p99",
  "tokens",
  "cost_usd",
  "threads",
  "users",
  "score",
] as const;

export type MeasuredFigure = (typeof MEASURED_FIGURES)[number];

/** Widths of windows in seconds. Each divides a day, so that windows begin where the overview's buckets do. */
export const WINDOW_SECONDS = [60, 300, 600, 900, 1800, 3600, 21_600, 86_400] as const;
