"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { rememberTimeRange } from "@/components/address/remembered-time-range";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { type TimeRangeParams, timeRangeSearch } from "@/lib/filter/time-range";

export interface ProjectOfConnection {
  readonly connectionId: string;
  readonly projectId: string;
}

interface OpenedProject extends ProjectOfConnection {
  /** The time range to open the project with, also used by its other pages; absent for the user's own range. */
  readonly range?: TimeRangeParams;
}

/** Creates the workspace of a project, or finds the one that another tab or user has created in the meantime. */
export async function workspaceOf({ connectionId, projectId }: ProjectOfConnection) {
  const wanted = { connectionId, projectId };
  try {
    return (await callApp("workspaces.create", wanted)).workspace;
  } catch (error) {
    const { workspaces } = await callApp("workspaces.list", {});
    const existing = workspaces.find(
      ({ connectionId, projectId }) => connectionId === wanted.connectionId && projectId === wanted.projectId,
    );
    if (existing) return existing;
    throw error;
  }
}

/** Opens a page of a project, and creates its workspace first where it has none. */
export function useOpenProject(page: "traces" | "import" = "traces") {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (wanted: OpenedProject) => workspaceOf(wanted),
    onSuccess: async (workspace, { range }) => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("workspaces.list") });
      if (range) rememberTimeRange(range);
      const search = range ? timeRangeSearch(range) : "";
      router.replace(`/${workspace.slug}/${page}${search === "" ? "" : `?${search}`}`);
    },
  });
}
