"use client";

import { useQuery } from "@tanstack/react-query";
import type { CallRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { type CallLink, deletedCount, deletionBatches } from "./prepare-deletion";

type Place = { readonly connectionId: string; readonly projectId: string };
type Row = Pick<CallRow, "id" | "traceId" | "isRoot">;

/** Of larger traces the calls below one of their calls are not counted beforehand. */
const MOST_LINKS = 20_000;
const MOST_TRACES = 1000;

/**
 * How many calls would be deleted with some rows, those below them included; null where it cannot be told beforehand,
 * undefined until it is known.
 */
export function useDeletionCount(place: Place, rows: readonly Row[] | null): number | null | undefined {
  const ids = rows?.map(({ id }) => id) ?? [];
  const { data, isError } = useQuery({
    queryKey: ["service", place.connectionId, "calls.queryStats", "deletion", place.projectId, ids],
    queryFn: ({ signal }) => countOf(place, rows ?? [], signal),
    enabled: rows !== null,
    retry: false,
  });
  return rows === null || isError ? null : data;
}

async function countOf(place: Place, rows: readonly Row[], signal: AbortSignal): Promise<number | null> {
  const traceIds = [...new Set(rows.map(({ traceId }) => traceId))];
  if (rows.every(({ isRoot }) => isRoot)) {
    const counts = deletionBatches(traceIds, MOST_TRACES).map(async (trace_ids) => {
      const body = { project_id: place.projectId, filter: { trace_ids: [...trace_ids] } };
      return (await callOperation(place.connectionId, "calls.queryStats", { body, signal })).count;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
  if (traceIds.length > MOST_TRACES) return null;
  const links: CallLink[] = [];
  const body = {
    project_id: place.projectId,
    filter: { trace_ids: traceIds },
    columns: ["parent_id"],
    limit: MOST_LINKS,
  };
  const summary = await streamOperation(place.connectionId, "calls.streamQuery", { body, signal }, (calls) => {
    for (const { id, parent_id } of calls) links.push({ id, parentId: parent_id ?? null });
  });
  const isWhole = summary.end.kind === "complete" && summary.badLines.length === 0 && links.length < MOST_LINKS;
  return isWhole
    ? deletedCount(
        rows.map(({ id }) => id),
        links,
      )
    : null;
}
