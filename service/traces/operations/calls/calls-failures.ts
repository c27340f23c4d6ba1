import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { callConditionsOf } from "@/service/traces/calls/call-selection";
import { failureParts } from "@/service/traces/calls/failure-parts";
import { timeOf } from "@/service/traces/calls/figures-range";
import type { Handler } from "@/service/traces/handlers/handler";
import { engineTimeNow, toWireTime } from "@/service/traces/store/engine/timestamps";
import {
  type FailureRow,
  type FailureTotalsRow,
  failuresQuery,
  failureTotalsQuery,
} from "@/service/traces/store/figures/failure-query";
import { rangeCondition } from "@/service/traces/store/figures/figures-query";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_FIELDS = 4;
const MAX_PARTS = 60;

/** Returns the failed calls in groups of one op and one kind of exception, and the values that they affect. */
export const listFailures: Handler<"calls.failures"> = async ({ body }, { store, signal }) => {
  const limit = body.limit ?? DEFAULT_LIMIT;
  const affected = body.affected ?? [];
  if (limit < 1 || limit > MAX_LIMIT) throw new InvalidRequestError(`limit must be between 1 and ${MAX_LIMIT}`);
  if (affected.length > MAX_FIELDS) throw new InvalidRequestError(`At most ${MAX_FIELDS} fields in affected`);
  const parts = body.parts ?? null;
  if (parts !== null && (parts < 1 || parts > MAX_PARTS)) {
    throw new InvalidRequestError(`parts must be between 1 and ${MAX_PARTS}`);
  }
  const range = { after: timeOf(body.after, "after"), before: timeOf(body.before, "before") };
  const conditions = [...(await callConditionsOf({ store, signal }, body)), rangeCondition(range)];
  const selection = { projectId: body.project_id, conditions, affected };
  const totalsRead = store.read<FailureTotalsRow>({ ...failureTotalsQuery(selection), signal });
  // Only a range without a start waits for the first failed call.
  const start = range.after ?? (parts === null ? null : ((await totalsRead)[0]?.firstFailedAt ?? null));
  const grouped = { ...selection, limit, parts: failureParts(parts, start, range.before ?? engineTimeNow()) };
  const rowsRead = store.read<FailureRow>({ ...failuresQuery(grouped), signal });
  const [[totals], rows] = await Promise.all([totalsRead, rowsRead]);
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
      ...(grouped.parts === null ? {} : { part_counts: [...row.partCounts] }),
      first: { id: row.firstId, trace_id: row.firstTrace, started_at: toWireTime(row.firstAt) },
      last: { id: row.lastId, trace_id: row.lastTrace, started_at: toWireTime(row.lastAt) },
    })),
  };
};
