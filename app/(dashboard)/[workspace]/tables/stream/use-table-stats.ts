"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { Workspace } from "@/lib/workspace/workspace";

/** Loads the service's statistics of a table, without its rows. */
export interface TableStats {
  /** False when the service reports that the table does not exist. */
  readonly isKnown: boolean;
  readonly rowCount: number | null;
  readonly byteCount: number | null;
}

async function readStats(connectionId: string, projectId: string, digest: string, signal: AbortSignal) {
  const body = { project_id: projectId, digests: [digest], include_storage_size: true };
  try {
    const { tables } = await callOperation(connectionId, "table.queryStatsBatch", { body, signal });
    const [stats] = tables;
    return {
      isKnown: stats !== undefined,
      rowCount: stats?.count ?? null,
      byteCount: stats?.storage_size_bytes ?? null,
    };
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    const single = { project_id: projectId, digest };
    const { count } = await callOperation(connectionId, "table.queryStats", { body: single, signal });
    // The count of a missing table is also 0, so it does not show whether the table exists.
    return { isKnown: true, rowCount: count === 0 ? null : count, byteCount: null };
  }
}

/** Query options of the statistics of a table. */
export function tableStatsQuery({ connectionId, projectId }: Workspace, digest: string) {
  return queryOptions<TableStats>({
    queryKey: serviceQueryKey(connectionId, "table.queryStatsBatch", { projectId, digest }),
    queryFn: ({ signal }) => readStats(connectionId, projectId, digest, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Returns the row count of a table; null until it is available, and when the service cannot count. */
export function useTableStats(workspace: Workspace, digest: string): TableStats | null {
  return useQuery(tableStatsQuery(workspace, digest)).data ?? null;
}
