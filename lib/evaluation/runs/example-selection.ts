import type { ResultFilter } from "@/lib/api/contract/evaluations/results";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import type { RequestOf } from "@/lib/api/contract/operations";

/** Examples of a run, as a page filters them. */
export interface ExampleSelection {
  readonly runId: string;
  /** The score that filters mean; null for the first one. */
  readonly score: string | null;
  readonly show: ResultFilter;
  /** Only examples with this number of passed trials. */
  readonly passes: number | null;
  /** Only rows that the model was trained on, or that were held out; all rows by default. */
  readonly part?: RowPart;
  /** Only examples whose member `slice` has this value. */
  readonly slice: string | null;
  readonly value: string | null;
  /** A second condition of the same kind; both must hold. */
  readonly slice2: string | null;
  readonly value2: string | null;
  /** Only examples that contain this text; empty for all. */
  readonly search: string;
}

/** The request that reads the selected examples, in the order of the dataset. */
export function selectionRequest(
  projectId: string,
  { runId, score, show, passes, part, search, ...slices }: ExampleSelection,
): RequestOf<"evaluations.results"> {
  return {
    project_id: projectId,
    run_ids: [runId],
    score,
    show,
    passes,
    rows: { part: part ?? "all" },
    where: conditionsOf(slices),
    search,
  };
}

/** The values of members that a selection names. */
type SelectedSlices = Pick<ExampleSelection, "slice" | "value" | "slice2" | "value2">;

/** Returns the conditions of the slices that have a value. */
export function conditionsOf({ slice, value, slice2, value2 }: SelectedSlices): { path: string; value: string }[] {
  const pairs = [
    { path: slice, value },
    { path: slice2, value: value2 },
  ];
  return pairs.flatMap((pair) =>
    pair.path === null || pair.value === null ? [] : [{ path: pair.path, value: pair.value }],
  );
}

/** The adjective of examples that a filter selects: `32 failing examples`. */
export const filterWords: Readonly<Partial<Record<ResultFilter, string>>> = {
  failing: "failing",
  disagreeing: "disagreeing",
  errors: "failed",
  slow: "slow",
  missing: "unscored",
};
