"use client";

import { useQuery } from "@tanstack/react-query";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { type CallLink, deletedCount, deletionBatches } from "./prepare-deletion";

type ProjectAddress = { readonly connectionId: string; readonly projectId: string };
type Row = Pick<CallListRow, "id" | "traceId" | "isRoot">;

/** In larger traces, descendants of a call are not counted beforehand. */
const MAX_LINKS = 20_000;
const MAX_TRACES = 1000;

/**
 * Returns how many calls would be deleted with some rows, descendants included; null when it cannot be computed
 * beforehand, undefined until it is loaded.
 */
export function useDeletionCount(address: ProjectAddress, rows: readonly Row[] | null): number | null | undefined {
  const ids = rows?.map(({ id }) => id) ?? [];
  const { data, isError } = useQuery({
    queryKey: ["service", address.connectionId, "calls.queryStats", "deletion", address.projectId, ids],
    queryFn: ({ signal }) => countOf(address, rows ?? [], signal),
    enabled: rows !== null,
    retry: false,
  });
  return rows === null || isError ? null : data;
}

async function countOf(address: ProjectAddress, rows: readonly Row[], signal: AbortSignal): Promise<number | null> {
  const traceIds = [...new Set(rows.map(({ traceId }) => traceId))];
  if (rows.every(({ isRoot }) => isRoot)) {
    const counts = deletionBatches(traceIds, MAX_TRACES).map(async (trace_ids) => {
      const body = { project_id: address.projectId, filter: { trace_ids: [...trace_ids] } };
      return (await callOperation(address.connectionId, "calls.queryStats", { body, signal })).count;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
  if (traceIds.length > MAX_TRACES) return null;
  const links: CallLink[] = [];
  const body = {
    project_id: address.projectId,
    filter: { trace_ids: traceIds },
    columns: ["parent_id"],
    limit: MAX_LINKS,
  };
  const summary = await streamOperation(address.connectionId, "calls.streamQuery", { body, signal }, (calls) => {
    for (const { id, parent_id } of calls) links.push({ id, parentId: parent_id ?? null });
  });
  const isWhole = summary.end.kind === "complete" && summary.badLines.length === 0 && links.length < MAX_LINKS;
  return isWhole
    ? deletedCount(
        rows.map(({ id }) => id),
        links,
      )
    : null;
}
