import type { ResultFilter } from "@/lib/api/contract/evaluations/results";
import type { RequestOf } from "@/lib/api/contract/operations";

/** Examples of a run, as a page filters them. */
export interface ExampleSelection {
  readonly runId: string;
  /** The score that filters mean; null for the first one. */
  readonly score: string | null;
  readonly show: ResultFilter;
  /** Only examples with this number of passed trials. */
  readonly passes: number | null;
  /** Only examples whose member `slice` has this value. */
  readonly slice: string | null;
  readonly value: string | null;
  /** Only examples that contain this text; empty for all. */
  readonly search: string;
}

/** The request that reads the selected examples, in the order of the dataset. */
export function selectionRequest(
  projectId: string,
  { runId, score, show, passes, slice, value, search }: ExampleSelection,
): RequestOf<"evaluations.results"> {
  return {
    project_id: projectId,
    run_ids: [runId],
    score,
    show,
    passes,
    where: slice !== null && value !== null ? [{ path: slice, value }] : [],
    search,
  };
}

/** The adjective of examples that a filter selects: `32 failing examples`. */
export const filterWords: Readonly<Partial<Record<ResultFilter, string>>> = {
  failing: "failing",
  disagreeing: "disagreeing",
  errors: "failed",
  slow: "slow",
  missing: "unscored",
};
