"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { appendToTable, publishDataset, publishTable } from "@/lib/dataset/publish-table";
import { readTable } from "@/lib/dataset/read-table";
import type { Dictionary } from "@/lib/json/value/value-kind";
import type { Workspace } from "@/lib/workspace/workspace";

/** A file that was read completely and can become a table. */
export interface ReadFile {
  readonly name: string;
  readonly rows: readonly Dictionary[];
}

export interface NewTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the dataset; null for a table without one. */
  readonly dataset: string | null;
}

/** The table to which rows are appended. */
export interface BaseTable {
  readonly digest: string;
  /** Its current dataset; null for a table without one. */
  readonly origin: TableOrigin | null;
}

/**
 * Reads a file and stores its rows as a table, alone or appended to another table and, with a name, as a version of a
 * dataset.
 */
export function useNewTable(workspace: Workspace, base: BaseTable | null, onMade: (made: NewTable) => void) {
  const queries = useQueryClient();
  const [storedCount, setStoredCount] = useState(0);
  const reading = useMutation({
    mutationFn: async (file: File): Promise<ReadFile> => ({
      name: file.name,
      rows: await readTable(file),
    }),
  });
  const making = useMutation({
    mutationFn: async ({ rows, name }: { rows: readonly Dictionary[]; name: string }): Promise<NewTable> => {
      setStoredCount(0);
      // A request that was sent is not aborted, since that could leave rows without a name.
      const { signal } = new AbortController();
      const digest = base
        ? await appendToTable(workspace, base.digest, rows, signal, setStoredCount)
        : await publishTable(workspace, rows, signal, setStoredCount);
      if (name === "") return { digest, dataset: null };
      const val = base?.origin?.name === name ? base.origin.val : {};
      return { digest, dataset: `${name}:${await publishDataset(workspace, name, digest, signal, val)}` };
    },
    onSuccess: async (made) => {
      await queries.invalidateQueries({
        queryKey: serviceQueryKey(workspace.connectionId, "objs.query", null).slice(0, 3),
      });
      onMade(made);
    },
  });
  return { reading, making, storedCount };
}
