export const MAX_RUNS_PER_PAGE = 200;
export const MAX_FIGURE_RUNS = 50;
/** As many as have a series colour and fit side by side. */
export const MAX_COMPARED_RUNS = 6;
export const MAX_RESULT_ROWS = 500;

/** The rows that a list of results can be limited to. Apart from the schemas: pages do not load those first. */
export const resultFilterNames = [
  "all",
  "failing",
  "disagreeing",
  "errors",
  "slow",
  "missing",
  "worse",
  "better",
  "same",
  "unshared",
] as const;
