"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StoredRows } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/carried-draft";
import type { Carried } from "@/lib/address/carried-rows";
import { callOperation } from "@/lib/api/client/service-client";
import { publishDataset, publishTable } from "@/lib/dataset/publish-table";
import type { Workspace } from "@/lib/workspace/workspace";

async function tableOf({ connectionId, projectId }: Workspace, carried: Carried, signal: AbortSignal): Promise<string> {
  if (!("table" in carried)) {
    return await publishTable({ connectionId, projectId }, carried.rows, signal, () => undefined);
  }
  if (carried.rowDigests === null) return carried.table;
  const body = { project_id: projectId, row_digests: [...carried.rowDigests] };
  return (await callOperation(connectionId, "table.createFromDigests", { body, signal })).digest;
}

/** Stores carried rows as a version of a dataset. */
export function useStoringRows(workspace: Workspace, carried: Carried, onStored: (stored: StoredRows) => void) {
  const { connectionId } = workspace;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (dataset: string): Promise<StoredRows> => {
      // A request that was sent is not aborted, since that could leave rows without a name.
      const { signal } = new AbortController();
      const version = await publishDataset(workspace, dataset, await tableOf(workspace, carried, signal), signal);
      return { dataset, version, messages: "table" in carried ? null : carried.messages };
    },
    onSuccess: (stored) => {
      void queries.invalidateQueries({ queryKey: ["service", connectionId, "objs.query"] });
      onStored(stored);
    },
  });
}
