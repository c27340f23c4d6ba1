import { timeOf } from "@/service/calls/figures-range";
import { InvalidRequestError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { callConditions } from "@/service/store/calls/call-expression";
import { toWireTime } from "@/service/store/engine/timestamps";
import {
  type FailureRow,
  type FailureTotalsRow,
  failuresQuery,
  failureTotalsQuery,
} from "@/service/store/figures/failure-query";
import { rangeCondition } from "@/service/store/figures/figures-query";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_FIELDS = 4;

/** Returns the failed calls in groups of one op and one kind of exception, and the values that they affect. */
export const listFailures: Handler<"calls.failures"> = async ({ body }, { store, signal }) => {
  const limit = body.limit ?? DEFAULT_LIMIT;
  const affected = body.affected ?? [];
  if (limit < 1 || limit > MAX_LIMIT) throw new InvalidRequestError(`limit must be between 1 and ${MAX_LIMIT}`);
  if (affected.length > MAX_FIELDS) throw new InvalidRequestError(`At most ${MAX_FIELDS} fields in affected`);
  const range = { after: timeOf(body.after, "after"), before: timeOf(body.before, "before") };
  const conditions = [...callConditions(body), rangeCondition(range)];
  const selection = { projectId: body.project_id, conditions, affected, limit };
  const [[totals], rows] = await Promise.all([
    store.read<FailureTotalsRow>({ ...failureTotalsQuery(selection), signal }),
    store.read<FailureRow>({ ...failuresQuery(selection), signal }),
  ]);
  return {
    call_count: totals?.calls ?? 0,
    error_count: totals?.errors ?? 0,
    affected: affected.map((field, index) => ({
      field,
      value_count: totals?.places[index] ?? 0,
      failed_value_count: totals?.failedPlaces[index] ?? 0,
    })),
    failure_count: rows[0]?.places ?? 0,
    failures: rows.map((row) => ({
      op: row.op,
      pattern: row.pattern,
      message: row.message,
      call_count: row.calls,
      affected_counts: [...row.counts],
      first: { id: row.firstId, trace_id: row.firstTrace, started_at: toWireTime(row.firstAt) },
      last: { id: row.lastId, trace_id: row.lastTrace, started_at: toWireTime(row.lastAt) },
    })),
  };
};
