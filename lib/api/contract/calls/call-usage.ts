import { z } from "zod";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { callsFilter } from "./calls";

const MAX_CALLS_READ = 100_000;

const limit = integer
  .pipe(z.number().min(1).max(MAX_CALLS_READ))
  .nullish()
  .transform((most) => most ?? 10_000)
  .describe(`Maximum number of calls to add up; more are a 400. Defaults to 10,000, at most ${MAX_CALLS_READ}.`);

export const callsUsage = z.object({
  project_id: projectId,
  call_ids: z.array(z.string()).max(1000).describe("The calls whose usage is returned, with that of all calls below."),
  include_costs: z.boolean().nullish(),
  limit,
});

export const traceUsage = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  include_costs: z.boolean().nullish(),
  limit,
});

/** Costs are in US dollars; null unless requested, and where no token has a price in US dollars. */
const cost = number.nullish();

const summedUsage = z.looseObject({
  requests: integer,
  prompt_tokens: integer,
  completion_tokens: integer,
  total_tokens: integer,
  cache_read_input_tokens: integer,
  cache_creation_input_tokens: integer,
  prompt_tokens_total_cost: cost,
  completion_tokens_total_cost: cost,
  cache_read_input_tokens_total_cost: cost,
  cache_creation_input_tokens_total_cost: cost,
});

export type SummedUsage = z.infer<typeof summedUsage>;

export const callsUsageResult = z.looseObject({
  /** By call id, then by model. */
  call_usage: z.record(z.string(), z.record(z.string(), summedUsage)),
  /** The calls among those added up that have no end yet. */
  unfinished_call_ids: z.array(z.string()),
});
