"use client";

import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { Snippet } from "@/components/ui/snippet";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** The shortest program that stores a dataset, with the addresses of this workspace. */
function datasetProgram(baseUrl: string, projectId: string): string {
  return [
    `// WF_TRACE_SERVER_URL=${baseUrl}`,
    "// WANDB_API_KEY=<a key of the service>",
    'import * as weave from "weave";',
    `await weave.init("${projectId}");`,
    'const rows = [{ id: "0", task: { text: "Book a flight" } }];',
    'await new weave.Dataset({ name: "tasks", rows }).save();',
  ].join("\n");
}

/** Shown when there is no dataset yet: a program that stores one. */
export function NoDatasets({ workspace }: { workspace: Workspace }) {
  const snippet = datasetProgram(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      kind="empty"
      title={`No datasets in ${splitProject(workspace.projectId).project} yet`}
      extra={<Snippet text={snippet} noun="program" />}
    >
      Datasets that you save with a Weave SDK appear here. A table without a dataset opens by its digest.
    </PaneState>
  );
}
