"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { readTableAddress, rowsDigest } from "@/lib/dataset/table-address";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { Workspace } from "@/lib/workspace/workspace";

const FIRST_ROWS = 3;

/** The columns of the first rows of a dataset, and these rows; known before its prompts and scorers fit. */
export interface TableColumns {
  readonly columns: readonly string[];
  readonly rows: readonly Members[];
}

/** @param datasetRef empty for none. Null until it is read, and where it cannot be read: the estimate says why */
export function useTableColumns({ connectionId, projectId }: Workspace, datasetRef: string): TableColumns | null {
  const address = readTableAddress(datasetRef, projectId);
  const named = address.kind === "object" ? address : null;
  const object = useQuery({
    ...serviceQuery(connectionId, "obj.read", {
      project_id: projectId,
      object_id: named?.objectId ?? "",
      digest: named?.version ?? "",
    }),
    enabled: named !== null,
  });
  const digest = rowsDigest(object.data?.obj.val);
  const table = useQuery({
    ...serviceQuery(connectionId, "table.query", { project_id: projectId, digest: digest ?? "", limit: FIRST_ROWS }),
    enabled: digest !== null,
  });
  if (named === null || table.data === undefined) return null;
  const rows = table.data.rows.flatMap(({ val }) => (isMembers(val) ? [val] : []));
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}
