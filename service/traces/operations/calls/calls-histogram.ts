import { spanOf } from "@/service/traces/calls/figures-range";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { type HistogramRow, histogramQuery } from "@/service/traces/store/figures/figures-query";

/** Counts calls over time by status. Statistics of the same range have the same buckets. */
export const readHistogram: Handler<"calls.histogram"> = async ({ body }, { store, signal }) => {
  const conditions = callConditions(body);
  const { range, width, after, before } = await spanOf({ store, signal }, body, conditions);
  const request = { projectId: body.project_id, conditions, range };
  const isEmpty = range.buckets.length === 0;
  const rows = isEmpty ? [] : await store.read<HistogramRow>({ ...histogramQuery(request), signal });
  const counted = new Map(rows.map((row) => [row.bucket, row]));
  return {
    after,
    before,
    bucket_seconds: width,
    buckets: range.buckets.map((start) => {
      const row = counted.get(start);
      return {
        start: toWireTime(engineTimeOf(start)),
        call_count: row?.calls ?? 0,
        error_count: row?.errors ?? 0,
        descendant_error_count: row?.descendantErrors ?? 0,
        running_count: row?.running ?? 0,
      };
    }),
  };
};
