"use client";

import { useQuery } from "@tanstack/react-query";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call, CallsFilter } from "@/lib/api/contract/calls/calls";
import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { havingValue, type SharedValue } from "@/lib/calls/comparison-candidates";
import type { Workspace } from "@/lib/workspace/workspace";

/** Maximum number of calls searched for the nearest ones. */
export const MAX_READ_CALLS = 200;

const columns = ["display_name", "parent_id", "thread_id", "ended_at", "exception", "summary", "attributes"];

/** The newest calls that share a value and an op with another, or the newest roots when nothing is shared. */
export function useCandidates(workspace: Workspace, like: Call | null, shared: SharedValue | null) {
  const { connectionId, projectId } = workspace;
  const filter: CallsFilter = {
    ...(like === null || like.parent_id ? {} : { trace_roots_only: true }),
    ...(like === null ? { trace_roots_only: true } : {}),
    ...(like !== null && shared !== null ? { op_names: [anyVersion(like.op_name)] } : {}),
  };
  const query = shared === null ? undefined : havingValue(shared);
  return useQuery({
    queryKey: ["service", connectionId, "calls.streamQuery", "candidates", projectId, filter, shared],
    queryFn: ({ signal }) => readCandidates(connectionId, projectId, filter, query, signal),
  });
}

/** Another version of an op counts as the same step. */
function anyVersion(opName: string): string {
  return opName.startsWith("weave:///") ? opName.replace(/:[^:/]*$/, ":*") : opName;
}

async function readCandidates(
  connectionId: string,
  projectId: string,
  filter: CallsFilter,
  query: QueryExpression | undefined,
  signal: AbortSignal,
): Promise<{ calls: readonly Call[]; summary: StreamSummary }> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter,
    ...(query === undefined ? {} : { query }),
    sort_by: [{ field: "started_at", direction: "desc" as const }],
    columns,
    limit: MAX_READ_CALLS,
  };
  const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  return { calls, summary };
}
