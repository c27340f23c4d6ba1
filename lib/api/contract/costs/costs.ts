import { z } from "zod";
import { limit, offset, sortBy } from "@/lib/api/contract/query/limit-and-order";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";

export const costQuery = z.object({
  project_id: projectId,
  fields: z.array(z.string()).nullish(),
  query: queryExpression.nullish(),
  sort_by: sortBy,
  limit,
  offset,
});

/** Prices of tokens that are not text; without one, they cost as much as text. */
const mediaCosts = {
  audio_input_token_cost: number.nullish(),
  audio_output_token_cost: number.nullish(),
  image_input_token_cost: number.nullish(),
  image_output_token_cost: number.nullish(),
  video_input_token_cost: number.nullish(),
  video_output_token_cost: number.nullish(),
};

/**
 * CostQueryOutput: one price record; members that were not requested are null. Costs are per token, in the given unit.
 */
export const costRecord = z.looseObject({
  id: z.string().nullish(),
  llm_id: z.string().nullish(),
  prompt_token_cost: number.nullish(),
  completion_token_cost: number.nullish(),
  prompt_token_cost_unit: z.string().nullish(),
  completion_token_cost_unit: z.string().nullish(),
  cache_read_input_token_cost: number.nullish(),
  cache_creation_input_token_cost: number.nullish(),
  ...mediaCosts,
  effective_date: timestamp.nullish(),
  provider_id: z.string().nullish(),
});

export type CostRecord = z.infer<typeof costRecord>;

export const costQueryResult = z.looseObject({ results: z.array(costRecord) });

const price = z.object({
  prompt_token_cost: number,
  completion_token_cost: number,
  prompt_token_cost_unit: z.string().nullish(),
  completion_token_cost_unit: z.string().nullish(),
  cache_read_input_token_cost: number.nullish(),
  cache_creation_input_token_cost: number.nullish(),
  ...mediaCosts,
  effective_date: timestampIn.nullish(),
  provider_id: z.string().nullish(),
});

export const costCreate = z.object({
  project_id: projectId,
  costs: z.record(z.string().min(1), price),
  svc_user_id: z.string().nullish(),
});

export const costCreateResult = z.looseObject({ ids: z.array(z.tuple([z.string(), z.string()])) });

export const costPurge = z.object({ project_id: projectId, query: queryExpression });
