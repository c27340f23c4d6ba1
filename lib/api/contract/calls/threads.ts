import { z } from "zod";
import { limit, offset, sortBy } from "@/lib/api/contract/query/limit-and-order";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { callsFilter } from "./calls";
import { MAX_THREAD_CONDITIONS } from "./thread-conditions";

const threadsCallsFilter = z.object({
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  none: z.boolean().nullish().describe("True for threads of which no call is selected."),
});

/** Calls of which a thread has some, or none. */
export type ThreadsCallsFilter = z.infer<typeof threadsCallsFilter>;

/** Times act on each turn call's start, before threads are put together; both bounds are exclusive. */
const threadsFilter = z.object({
  after_datetime: timestampIn.nullish(),
  before_datetime: timestampIn.nullish(),
  thread_ids: z.array(z.string()).nullish(),
  calls: z
    .array(threadsCallsFilter)
    .max(MAX_THREAD_CONDITIONS)
    .nullish()
    .describe(
      "Extension: each selects calls, of which a thread must have some, or with `none` must have none; by source alone, its turns.",
    ),
});

export const threadsStreamQuery = z.object({
  project_id: projectId,
  filter: threadsFilter.nullish(),
  limit,
  offset,
  sort_by: sortBy,
});

/** Some services write −1 for a duration that they do not know. */
const turnDuration = z.preprocess((value) => {
  const duration = plainNumber(value);
  return typeof duration === "number" && duration < 0 ? null : duration;
}, number.nullish());

/** Statistics of one thread, from its turn calls only (calls whose id is their turn_id). */
export const thread = z.looseObject({
  thread_id: z.string(),
  turn_count: integer,
  start_time: timestamp.nullish(),
  last_updated: timestamp.nullish(),
  first_turn_id: z.string().nullish(),
  last_turn_id: z.string().nullish(),
  p50_turn_duration_ms: turnDuration,
  p99_turn_duration_ms: turnDuration,
});

export type Thread = z.infer<typeof thread>;
