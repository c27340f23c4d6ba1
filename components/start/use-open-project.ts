"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";

export interface ProjectOfConnection {
  readonly connectionId: string;
  readonly projectId: string;
}

/** Creates the workspace of a project, or finds the one that another tab or user has created in the meantime. */
export async function workspaceOf(wanted: ProjectOfConnection) {
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
    mutationFn: workspaceOf,
    onSuccess: async (workspace) => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("workspaces.list") });
      router.replace(`/${workspace.slug}/${page}`);
    },
  });
}
