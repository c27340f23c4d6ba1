import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { callSelectionOf } from "@/service/traces/calls/call-selection";
import type { Handler } from "@/service/traces/handlers/handler";
import { countCalls, sumTraceSizes } from "@/service/traces/store/calls/call-counts";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";

/** Counts the selected calls, at most up to `limit`, and adds up the sizes of their traces on request. */
export const queryCallStats: Handler<"calls.queryStats"> = async ({ body }, context) => {
  const { store, signal } = context;
  const limit = body.limit ?? null;
  if (limit !== null && limit < 1) throw new InvalidRequestError("Limit must be a positive integer");
  const { conditions } = await callSelectionOf(context, body);
  const where = callsWhereClause(body.project_id, conditions);
  const [count, bytes] = await Promise.all([
    countCalls(store, where, limit, signal),
    body.include_total_storage_size ? sumTraceSizes(store, body.project_id, where, limit, signal) : null,
  ]);
  return {
    count,
    total_storage_size_bytes: bytes,
    has_more: limit !== null && count === limit,
  };
};
