"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { rowsDigest } from "@/lib/dataset/table-address";
import { type Dictionary, isDictionary } from "@/lib/json/value/value-kind";
import type { Workspace } from "@/lib/workspace/workspace";

/** The object version whose rows are in a table. */
export interface TableOrigin {
  readonly name: string;
  readonly versionDigest: string;
  readonly versionIndex: number;
  /** The value of that version: the next version keeps its other members. */
  readonly val: Dictionary;
}

/** Splits `NAME:DIGEST` into its parts; null for anything else. */
export function splitDataset(dataset: string | null): { name: string; version: string } | null {
  const colon = dataset?.lastIndexOf(":") ?? -1;
  if (dataset === null || colon < 1) return null;
  return { name: dataset.slice(0, colon), version: dataset.slice(colon + 1) };
}

/** Returns the origin of a table once the object confirms it, since an address may contain anything. */
export function useTableOrigin(workspace: Workspace, digest: string, dataset: string | null): TableOrigin | null {
  const claimed = splitDataset(dataset);
  const { data } = useQuery({
    ...serviceQuery(workspace.connectionId, "obj.read", {
      project_id: workspace.projectId,
      object_id: claimed?.name ?? "",
      digest: claimed?.version ?? "",
      metadata_only: false,
    }),
    enabled: claimed !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data || rowsDigest(data.obj.val) !== digest) return null;
  const { object_id: name, digest: versionDigest, version_index: versionIndex, val } = data.obj;
  return { name, versionDigest, versionIndex, val: isDictionary(val) ? val : {} };
}
