import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf } from "@/lib/api/client/request-failure";
import { streamOperationRow } from "@/lib/api/client/row-client";
import { callOperations } from "@/lib/api/contract/calls/call-operations";
import type { Call, CallSkeleton } from "@/lib/api/contract/calls/calls";
import type { RequestOf } from "@/lib/api/contract/operations";
import { SkeletonBuilder } from "./build-skeleton";
import { MAX_CALLS } from "./max-calls";
import { SKELETON_COLUMNS, skeletonCall } from "./skeleton-call";
import type { TraceSkeleton } from "./trace-skeleton";

/** The trace to read, with its project and connection. */
export interface TraceAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly traceId: string;
}

/** Calls are ordered again after this growth factor, which keeps the work linear. */
const GROWTH = 1.6;

/**
 * Streams the calls of a trace without their payloads and reports its skeleton repeatedly while it grows.
 *
 * @returns the complete skeleton, and how the stream ended
 * @throws RequestFailure, AbortError when stopped before the response began
 */
export async function readSkeleton(
  { connectionId, projectId, traceId }: TraceAddress,
  onGrown: (skeleton: TraceSkeleton) => void,
  signal?: AbortSignal,
): Promise<{ skeleton: TraceSkeleton; summary: StreamSummary }> {
  const builder = new SkeletonBuilder();
  let toldCount = 0;
  const body = {
    project_id: projectId,
    filter: { trace_ids: [traceId] },
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    include_costs: true,
    limit: MAX_CALLS,
  };
  const onRows = (rows: readonly (Call | CallSkeleton)[]) => {
    // A service that ignores the filter returns the calls of all traces.
    builder.add(rows.filter((call) => (call.trace_id ?? traceId) === traceId).map(skeletonCall));
    if (builder.count < toldCount * GROWTH) return;
    toldCount = builder.count;
    onGrown(builder.build());
  };
  const summary = await streamCalls(connectionId, body, onRows, signal);
  return { skeleton: builder.build(), summary };
}

/** Connections without `calls.skeleton`: the calls themselves are read. */
const withoutSkeletons = new Set<string>();

async function streamCalls(
  connectionId: string,
  body: RequestOf<"calls.skeleton">,
  onRows: (rows: readonly (Call | CallSkeleton)[]) => void,
  signal?: AbortSignal,
): Promise<StreamSummary> {
  const stopped = signal ? { signal } : {};
  if (!withoutSkeletons.has(connectionId)) {
    try {
      return await streamOperationRow(connectionId, callOperations["calls.skeleton"], { body, ...stopped }, onRows);
    } catch (error) {
      if (failureOf(error).kind !== "unsupported") throw error;
      withoutSkeletons.add(connectionId);
    }
  }
  const fullBody = { ...body, columns: SKELETON_COLUMNS };
  return await streamOperationRow(
    connectionId,
    callOperations["calls.streamQuery"],
    { body: fullBody, ...stopped },
    onRows,
  );
}
