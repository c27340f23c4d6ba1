"use client";

import { publishSnippet } from "@/app/(dashboard)/[workspace]/objects/use/prepare-snippets";
import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { Snippet } from "@/components/ui/snippet";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** Shown when nothing is stored yet: a program that publishes an object. */
export function NoObjects({ workspace }: { workspace: Workspace }) {
  const snippet = publishSnippet(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      kind="empty"
      title={`No objects in ${splitProject(workspace.projectId).project} yet`}
      extra={<Snippet text={snippet} noun="program" />}
    >
      Prompts, models, datasets and the source of traced functions appear here, each with its versions. Publish one with
      a Weave SDK.
    </PaneState>
  );
}
