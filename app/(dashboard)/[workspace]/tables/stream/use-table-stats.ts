"use client";

import { useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** What the service says of a whole table without sending its rows. */
export interface TableStats {
  /** False when the service knows that there is no such table. */
  readonly isKnown: boolean;
  readonly rowCount: number | null;
  readonly byteCount: number | null;
}

async function readStats(connectionId: string, projectId: string, digest: string, signal: AbortSignal) {
  const body = { project_id: projectId, digests: [digest], include_storage_size: true };
  try {
    const { tables } = await callOperation(connectionId, "table.queryStatsBatch", { body, signal });
    const [found] = tables;
    return {
      isKnown: found !== undefined,
      rowCount: found?.count ?? null,
      byteCount: found?.storage_size_bytes ?? null,
    };
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    const single = { project_id: projectId, digest };
    const { count } = await callOperation(connectionId, "table.queryStats", { body: single, signal });
    // The count of a table that is not there is 0, too: it says nothing of whether there is one.
    return { isKnown: true, rowCount: count === 0 ? null : count, byteCount: null };
  }
}

/** How many rows a table has; null while that is not known, and for a service that cannot say. */
export function useTableStats({ connectionId, projectId }: Workspace, digest: string): TableStats | null {
  const { data } = useQuery<TableStats>({
    queryKey: serviceQueryKey(connectionId, "table.queryStatsBatch", { projectId, digest }),
    queryFn: ({ signal }) => readStats(connectionId, projectId, digest, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? null;
}
