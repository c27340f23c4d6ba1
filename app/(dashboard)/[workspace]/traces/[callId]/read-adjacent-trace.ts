import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Operand } from "@/lib/api/contract/query/query-expression";

/** Services store microseconds, and a number of seconds is no more precise: a trace is never its own neighbor. */
const CLOCK_SLACK_S = 1e-6;

/**
 * Returns the first call of the trace that started next after a moment (`newer`) or last before it (`older`), or null
 * if there is none.
 *
 * @throws RequestFailure
 */
export async function readAdjacentTrace(
  connectionId: string,
  projectId: string,
  startedMs: number,
  side: "newer" | "older",
): Promise<Call | null> {
  const startedAt = { $getField: "started_at" };
  const isAfter: Operand = { $gt: [startedAt, { $literal: startedMs / 1000 + CLOCK_SLACK_S }] };
  const isNotBefore: Operand = { $gte: [startedAt, { $literal: startedMs / 1000 - CLOCK_SLACK_S }] };
  const where: Operand = side === "newer" ? isAfter : { $not: [isNotBefore] };
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { trace_roots_only: true },
    query: { $expr: where },
    sort_by: [{ field: "started_at", direction: side === "newer" ? ("asc" as const) : ("desc" as const) }],
    columns: ["display_name"],
    limit: 1,
  };
  await streamOperation(connectionId, "calls.streamQuery", { body }, (rows) => calls.push(...rows));
  return calls[0] ?? null;
}
