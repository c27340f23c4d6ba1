import { z } from "zod";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { integer, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { callsFilter } from "./calls";

/** Heddle's own extension: the failed calls in groups of the same op and the same kind of exception. */
export const callsFailures = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  after: timestampIn.nullish().describe("Inclusive lower bound for start time. Defaults to no bound."),
  before: timestampIn.nullish().describe("Exclusive upper bound for start time. Defaults to no bound."),
  affected: z
    .array(z.string().max(512))
    .nullish()
    .describe(
      "Up to four fields whose values are counted, of all selected calls and of the failed ones: svc_user_id, thread_id, trace_id, attributes.a.b and the other names that calls are grouped by, except model.",
    ),
  limit: integer.nullish().describe("Maximum number of groups, 1 to 200. Defaults to 50."),
  parts: integer
    .nullish()
    .describe(
      "Into how many equal parts of the range the calls of each group are counted, 1 to 60. A range without a start begins with its first failed call, one without an end ends now. Defaults to no such counts.",
    ),
});

const failedCall = z.looseObject({ id: z.string(), trace_id: z.string(), started_at: timestamp });

const failure = z.looseObject({
  op: z.string(),
  /** The informative line of the exception; `…` replaces words with digits, which differ from call to call. */
  pattern: z.string(),
  /** The line of the newest of these calls. */
  message: z.string(),
  call_count: integer,
  /** The number of values among these calls, in the order of the requested fields. */
  affected_counts: z.array(integer),
  /** The number of these calls in each part of the range, the earliest first; absent where none were requested. */
  part_counts: z.array(integer).nullish(),
  first: failedCall,
  last: failedCall,
});

export type CallFailure = z.infer<typeof failure>;

const affected = z.looseObject({
  field: z.string(),
  /** The number of values among all selected calls; calls without a value do not count. */
  value_count: integer,
  /** The number of values among the failed calls. */
  failed_value_count: integer,
});

export type AffectedValues = z.infer<typeof affected>;

export const callsFailuresResult = z.looseObject({
  call_count: integer,
  error_count: integer,
  /** In the order of the request. */
  affected: z.array(affected),
  /** The number of groups, including those that are not returned. */
  failure_count: integer,
  /** Most calls first. */
  failures: z.array(failure),
});

export type CallsFailuresResult = z.infer<typeof callsFailuresResult>;
