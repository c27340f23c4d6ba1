"use client";

import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { withPresetPrompts } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/preset-models";
import type { PresetPrompt } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/preset-prompts";
import type { EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import { ProgressBar } from "@/components/ui/progress-bar";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

type PresetGateProps = {
  workspace: Workspace;
  prompts: readonly PresetPrompt[];
  children: (preset: (draft: EvaluationDraft) => EvaluationDraft) => ReactNode;
};

/**
 * Reads the versions of prompts that the address names. One that cannot be read stays in the draft, and the form says
 * why it cannot run.
 */
export function PresetGate({ workspace, prompts, children }: PresetGateProps) {
  const { connectionId, projectId } = workspace;
  const reads = useQueries({
    queries: prompts.map(({ objectId, digest }) => ({
      ...serviceQuery(connectionId, "obj.read", { project_id: projectId, object_id: objectId, digest }),
      retry: false,
    })),
  });
  // The form stays while it reads a version again that could not be read.
  if (reads.some(({ isFetched }) => !isFetched)) return <ProgressBar label="Loading the prompts" />;
  const values = reads.map(({ data }) => data?.obj.val);
  return children((draft) => withPresetPrompts(draft, projectId, prompts, values));
}
