"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RowWindow } from "@/components/table/prepare-window";
import { type RowStreamView, useRowStream } from "@/components/table/use-row-stream";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { FieldDiscovery } from "./field-discovery";
import type { TableLine } from "./stored-row";
import type { TableQuestion } from "./table-question";
import { type Room, sheetRoom, type TableSource, tableSource } from "./table-source";
import { useDiscovery } from "./use-discovery";

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

export interface TableListing {
  readonly question: TableQuestion;
  readonly stream: RowStreamView<TableLine>;
  readonly source: TableSource;
  readonly discovery: FieldDiscovery;
  readonly window: RowWindow;
}

type TableRequest = {
  workspace: Workspace;
  digest: string;
  rowDigests: readonly string[];
  sort: readonly Sort[];
  window: RowWindow;
  /** Paths of lists whose items are columns. */
  expanded: readonly string[];
  /** How much is kept; what a sheet keeps when absent. */
  room?: Room;
};

/** The rows of a table as they stream in, and the fields that were found in them so far. */
export function useTable({
  workspace,
  digest,
  rowDigests,
  sort,
  window,
  expanded,
  room = sheetRoom,
}: TableRequest): TableListing {
  const { connectionId, projectId } = workspace;
  // What the address says is read anew with each change of it: the text tells whether the question is another.
  const asked = JSON.stringify([rowDigests, sort]);
  const question = useMemo((): TableQuestion => {
    const [askedDigests, askedSort] = JSON.parse(asked) as [string[], Sort[]];
    return { connectionId, projectId, digest, rowDigests: askedDigests, sort: askedSort };
  }, [connectionId, projectId, digest, asked]);
  const { from, limit } = window;
  const source = useMemo(() => tableSource(question, { from, limit }, room), [question, from, limit, room]);
  const stream = useRowStream(source.read);
  const discovery = useDiscovery(source, stream.rows, expanded);
  return { question, stream, source, discovery, window };
}
