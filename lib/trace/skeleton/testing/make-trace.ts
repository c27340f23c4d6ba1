import { skeletonOf } from "@/lib/trace/skeleton/build-skeleton";
import { KINDS, STATUSES, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** Creates a call for tests: id, parent, start and end in milliseconds; without an end it is running. */
export type Made = readonly [
  id: string,
  parent: string,
  startMs: number,
  endMs: number | null,
  rest?: { readonly op?: string; readonly isError?: boolean; readonly tokensIn?: number },
];

/** Creates a trace of calls that are named by their ids. */
export function makeTrace(calls: readonly Made[]): TraceSkeleton {
  return skeletonOf(
    calls.map(([id, parentId, startMs, endMs, rest = {}]) => ({
      id,
      parentId,
      op: rest.op ?? id,
      name: id,
      note: "",
      startMs,
      endMs: endMs ?? Number.NaN,
      status: STATUSES.indexOf(endMs === null ? "running" : rest.isError ? "error" : "ok"),
      kind: KINDS.indexOf("op"),
      usage:
        rest.tokensIn === undefined
          ? []
          : [{ model: "m", requests: 1, tokensIn: rest.tokensIn, tokensOut: null, costUsd: null }],
      threadId: null,
      runId: null,
      runStep: null,
    })),
  );
}
