"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { rowsDigest } from "@/lib/dataset/table-address";
import { type Dictionary, isDictionary } from "@/lib/json/value/value-kind";
import type { Workspace } from "@/lib/workspace/workspace";

/** The version of an object whose rows a table has. */
export interface TableOrigin {
  readonly name: string;
  readonly versionDigest: string;
  readonly versionIndex: number;
  /** The value of that version: a later one keeps its other members. */
  readonly val: Dictionary;
}

/** `NAME:DIGEST` in its two parts; null for anything else. */
export function splitDataset(dataset: string | null): { name: string; version: string } | null {
  const colon = dataset?.lastIndexOf(":") ?? -1;
  if (dataset === null || colon < 1) return null;
  return { name: dataset.slice(0, colon), version: dataset.slice(colon + 1) };
}

/** Where a table came from, once the object says so itself: an address may claim anything. */
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
