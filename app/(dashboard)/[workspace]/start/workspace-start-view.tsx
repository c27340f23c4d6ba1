"use client";

import { WorkspaceGate } from "@/components/session/workspace-gate";
import { WorkspaceStart } from "@/components/start/workspace-start";

/** How to log calls, the sample project and the import, at any time. */
export function WorkspaceStartView() {
  return <WorkspaceGate>{(workspace) => <WorkspaceStart key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}
