"use client";

import { useQuery } from "@tanstack/react-query";
import { splitProject, type Workspace } from "@/components/layout/use-workspace";
import { PaneState } from "@/components/state/pane-state";
import { CopyButton } from "@/components/ui/copy-button";
import { appQuery } from "@/lib/api/client/app-client";

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

/** No dataset yet: what will appear, and the one program that makes it appear. */
export function NoDatasets({ workspace }: { workspace: Workspace }) {
  const { data } = useQuery(appQuery("connections.list", {}));
  const connection = data?.connections.find((candidate) => candidate.id === workspace.connectionId);
  const snippet = datasetProgram(connection?.baseUrl ?? "{base_url}", workspace.projectId);
  return (
    <PaneState
      warp="empty"
      title={`No datasets in ${splitProject(workspace.projectId).project} yet`}
      extra={
        <div className="mt-1.5 flex w-full min-w-72 rounded-control bg-sunken py-[7px] pr-1 pl-2.5 text-left">
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
            tabIndex={0}
            className="min-w-0 grow overflow-x-auto text-code leading-4"
          >
            {snippet}
          </pre>
          <CopyButton text={snippet} label="Copy the program" said="Program copied" />
        </div>
      }
    >
      Save a dataset with a Weave SDK and its rows can be opened here. A table that no dataset names opens by its
      digest.
    </PaneState>
  );
}
