import { z } from "zod";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { alignBy } from "./alignment";
import { countedRows, rowSelection } from "./counted-rows";
import { MAX_COMPARED_RUNS } from "./evaluation-limits";
import { comparison, errorsAsFailures, interval } from "./statistics";

export const evaluationCompareQuery = z.object({
  project_id: projectId,
  run_ids: z.array(z.string().max(128)).min(2).max(MAX_COMPARED_RUNS).describe("The first is the baseline."),
  align_by: alignBy,
  rows: rowSelection,
  errors_as_failures: errorsAsFailures,
});

export const evaluationCompareResult = z.looseObject({
  shared_count: integer,
  rows: countedRows.nullish(),
  /** Examples of each run. */
  example_counts: z.array(integer),
  runs: z.array(
    z.looseObject({
      run_id: z.string(),
      /** Examples that it shares with the baseline. */
      paired_count: integer,
      scores: z.array(
        z.looseObject({
          id: z.string(),
          /** Over all examples of the run that have a value, as in its own figures. */
          mean: number.nullable(),
          interval: interval.nullable(),
          example_count: integer.nullish().describe("Examples with a value."),
          /** Null for the baseline itself, and for texts. */
          comparison: comparison.extend({ holm_p: number.nullable(), win_share: number.nullable() }).nullable(),
          pass_at: z.array(z.looseObject({ k: integer, any: number, all: number, examples: integer })),
        }),
      ),
    }),
  ),
  /** Reasons to doubt the comparison. */
  warnings: z.array(z.string()),
});

export type EvaluationCompareResult = z.infer<typeof evaluationCompareResult>;
