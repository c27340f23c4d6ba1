import { z } from "zod";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { MAX_COMPARED_RUNS } from "./evaluation-limits";
import { errorsAsFailures, interval, meanIntervalMethod } from "./statistics";

export const sliceComparisonQuery = z.object({
  project_id: projectId,
  run_ids: z.array(z.string().max(128)).min(1).max(MAX_COMPARED_RUNS),
  path: z
    .string()
    .max(512)
    .nullish()
    .describe(
      "A member of the examples. Without one, the slices are `held_out` and `trained`: the rows that a model of the runs was not trained on, and the others.",
    ),
  values: z
    .array(z.string().max(2048))
    .length(2)
    .describe("Two different values of the member, as text. The second slice is compared with the first."),
  errors_as_failures: errorsAsFailures,
});

/** One score of a run over the rows of a slice. */
const measuredSlice = z.looseObject({
  rows: integer.describe("Rows of the slice that the run has."),
  examples: integer.describe("Those that have a value."),
  mean: number.nullable(),
  interval: interval.nullable(),
  interval_method: meanIntervalMethod,
});

const sliceDifference = z.looseObject({
  difference: number.nullable().describe("The second slice minus the first."),
  interval: interval.nullable(),
  p: number.nullable(),
  holm_p: number.nullable().describe("p corrected for all runs and scores of this response."),
  test: z.enum(["fisher", "permutation"]).nullable(),
  verdict: z.enum(["none", "too-few-examples", "no-difference-shown", "higher", "lower"]),
  detectable_difference: number.nullable(),
});

export const sliceComparisonResult = z.looseObject({
  path: z.string().nullable(),
  /** In the order of the request. */
  slices: z.array(
    z.looseObject({
      value: z.string(),
      rows: integer.describe("Rows of any of the runs."),
      trained: integer.describe("Those that a model of the runs was trained on."),
    }),
  ),
  runs: z.array(
    z.looseObject({
      run_id: z.string(),
      /** Texts have no mean, and are left out. */
      scores: z.array(
        z.looseObject({
          id: z.string(),
          kind: z.enum(["boolean", "number"]),
          slices: z.array(measuredSlice),
          change: sliceDifference,
        }),
      ),
    }),
  ),
});

export type SliceComparison = z.infer<typeof sliceComparisonResult>;
export type ComparedSliceScore = SliceComparison["runs"][number]["scores"][number];
