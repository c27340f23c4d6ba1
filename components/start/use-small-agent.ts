"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { appQueryKey } from "@/lib/api/client/app-client";
import { callOperation } from "@/lib/api/client/service-client";
import { freshModelName } from "@/lib/training/runs/model-name";
import { smallAgentRun } from "@/lib/training/runs/small-agent";
import { type ProjectOfConnection, workspaceOf } from "./use-open-project";

/** Starts the run of a small agent in a project, and opens its page; creates the workspace first where there is none. */
export function useSmallAgent() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async (project: ProjectOfConnection) => {
      const { id } = await callOperation(project.connectionId, "trainingRuns.start", {
        body: { project_id: project.projectId, settings: smallAgentRun(freshModelName("small-agent", Date.now())) },
      });
      const workspace = await workspaceOf(project);
      await queryClient.invalidateQueries({ queryKey: appQueryKey("workspaces.list") });
      return `/${workspace.slug}/runs/${encodeURIComponent(id)}`;
    },
    onSuccess: (href) => router.push(href),
  });
}
