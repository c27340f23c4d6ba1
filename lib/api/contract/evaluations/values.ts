import { z } from "zod";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { alignBy } from "./alignment";
import { listedRows } from "./counted-rows";
import { MAX_COMPARED_RUNS } from "./evaluation-limits";
import { errorsAsFailures } from "./statistics";

export const evaluationValuesQuery = z.object({
  project_id: projectId,
  run_ids: z.array(z.string().max(128)).min(1).max(MAX_COMPARED_RUNS),
  align_by: alignBy,
  rows: listedRows,
  score: z.string().max(512).describe("The id of the score."),
  errors_as_failures: errorsAsFailures,
});

/** All examples of the runs in columns, in the order of the first run that has each. */
export const evaluationValuesResult = z.looseObject({
  /** The keys of the examples, as the rows of results have them. */
  keys: z.array(z.string()),
  /** In the dataset of the first run that has the example, from 0; null when it is not there. */
  positions: z.array(integer.nullable()),
  /** By run, in the order of the request: the mean over trials for each example, null where there is no value. */
  values: z.array(z.array(number.nullable())),
});

export type EvaluationValues = z.infer<typeof evaluationValuesResult>;
