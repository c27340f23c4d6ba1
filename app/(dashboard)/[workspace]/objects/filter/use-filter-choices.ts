"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { VersionLabels } from "@/app/(dashboard)/[workspace]/objects/marks/use-version-labels";
import { PAGE_SIZE } from "@/app/(dashboard)/[workspace]/objects/versions/use-version-pages";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** The filters that are lists of values, by their names in the address. */
export type ListName = "base" | "leaf" | "not" | "ids" | "tags" | "aliases";

/** Returns the classes and ids of the project, loaded when the user opens a filter. */
export function useFilterChoices(
  workspace: Workspace,
  marks: VersionLabels,
  isWanted: boolean,
): Readonly<Record<ListName, readonly string[]>> {
  const { data } = useQuery({
    ...serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { latest_only: true },
      limit: PAGE_SIZE,
      metadata_only: true,
    }),
    enabled: isWanted,
  });
  return useMemo(() => {
    const objs = data?.objs ?? [];
    const sorted = (values: readonly (string | null | undefined)[]) =>
      [...new Set(values.flatMap((value) => value || []))].sort();
    return {
      base: sorted(objs.map((one) => one.base_object_class)),
      not: sorted(objs.map((one) => one.base_object_class)),
      tags: marks.tags,
      aliases: marks.isSupported ? ["latest", ...marks.aliases] : [],
      leaf: sorted(objs.map((one) => one.leaf_object_class)),
      ids: sorted(objs.map((one) => one.object_id)),
    };
  }, [data, marks.tags, marks.aliases, marks.isSupported]);
}
