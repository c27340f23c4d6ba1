"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { callApp } from "@/lib/api/client/app-client";
import { browserSampleService } from "@/lib/start/browser-sample-service";
import type { Workspace } from "@/lib/workspace/workspace";

/**
 * Removes a workspace.
 *
 * @param deletesData deletes the data of its project first; when that fails, the workspace stays, and repeating continues
 */
export function useRemoveWorkspace(
  { id, connectionId, projectId }: Workspace,
  deletesData: boolean,
  onRemoved: () => void,
) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [removedCalls, setRemovedCalls] = useState(0);
  const removing = useMutation({
    mutationFn: async () => {
      if (deletesData) {
        const { removeProject } = await import("@/lib/sample/remove-project");
        await removeProject(browserSampleService(connectionId), projectId, ({ calls }) => setRemovedCalls(calls));
      }
      await callApp("workspaces.delete", { id });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      toast(deletesData ? "Project deleted" : "Workspace removed");
      onRemoved();
    },
  });
  return { removing, removedCalls };
}
