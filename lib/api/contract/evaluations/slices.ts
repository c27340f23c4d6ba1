import { z } from "zod";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { countedRows, rowSelection } from "./counted-rows";
import { MAX_FIGURE_RUNS } from "./evaluation-limits";
import { errorsAsFailures, interval } from "./statistics";

export const evaluationSlicesQuery = z.object({
  project_id: projectId,
  run_id: z.string().max(128),
  score: z.string().max(512),
  path: z.string().max(512).nullish().describe("A member of the examples. Defaults to one with few values."),
  rows: rowSelection,
  same_rows_as: z
    .array(z.string().max(128))
    .max(MAX_FIGURE_RUNS)
    .nullish()
    .describe(
      "Leave out also the rows that a model of these runs was trained on, so that slices of several runs compare.",
    ),
  errors_as_failures: errorsAsFailures,
});

export const evaluationSlicesResult = z.looseObject({
  path: z.string().nullable(),
  rows: countedRows.nullish(),
  paths: z.array(z.looseObject({ path: z.string(), value_count: integer })),
  mean: number.nullable(),
  values: z.array(
    z.looseObject({
      value: z.string(),
      examples: integer,
      mean: number.nullable(),
      interval: interval.nullable(),
      is_within_noise: z.boolean(),
    }),
  ),
  other_count: integer,
});

export type EvaluationSlices = z.infer<typeof evaluationSlicesResult>;
