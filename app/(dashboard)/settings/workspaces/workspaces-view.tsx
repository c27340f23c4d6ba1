"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { useHasRole } from "@/components/session/use-role";
import { useWorkspaces } from "@/components/session/use-workspace";
import { SettingsHead } from "@/components/settings/settings-head";
import { RemoveSampleDialog } from "@/components/start/remove-sample";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddWorkspace } from "./add-workspace";
import { MembersPane } from "./members/members-pane";
import { RedactionPane } from "./redaction/redaction-pane";
import { RetentionPane } from "./retention/retention-pane";
import { DeleteWorkspace, RenameWorkspace } from "./workspace-dialogs";
import { paneButtonId, type WorkspaceAction, type WorkspacePane, WorkspacesTable } from "./workspaces-table";

const panes = { members: MembersPane, retention: RetentionPane, redaction: RedactionPane } as const;

/** The panes beside the list, each opened with the slug of a workspace. */
const paneParams = { members: parseAsString, retention: parseAsString, redaction: parseAsString };

const noPane = { members: null, retention: null, redaction: null };

/** The list of workspaces, and the form that creates one, the roles in one of them, what it stores, or how long. */
export function WorkspacesView() {
  const { query, isPending, workspaces } = useWorkspaces();
  const isMember = useHasRole("member");
  const [action, setAction] = useState<WorkspaceAction | null>(null);
  const close = () => setAction(null);
  const [slugs, setSlugs] = useQueryStates(paneParams);
  const shown = (Object.keys(panes) as WorkspacePane[]).flatMap((pane) => {
    const workspace = workspaces.find(({ slug }) => slug === slugs[pane]);
    return workspace === undefined ? [] : [{ pane, workspace }];
  })[0];
  const Pane = shown && panes[shown.pane];
  return (
    <>
      <SettingsHead />
      {isPending ? <ProgressBar label="Loading workspaces" /> : null}
      {query.isError ? (
        <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_380px] max-lg:grid-cols-1 max-lg:overflow-auto">
          <section
            aria-label="Workspaces"
            className="relative flex min-h-0 min-w-0 flex-col overflow-auto border-r border-line max-lg:border-r-0"
          >
            {workspaces.length > 0 ? (
              <WorkspacesTable
                workspaces={workspaces}
                onAction={setAction}
                onPane={(pane, { slug }) => void setSlugs({ ...noPane, [pane]: slug })}
              />
            ) : isPending ? null : (
              <PaneState kind="empty" title="No workspaces yet">
                A workspace is a project of a connection, with a short name that is used in the URL. Create the first
                one here.
              </PaneState>
            )}
          </section>
          {Pane ? (
            <Pane
              key={`${shown.pane} ${shown.workspace.id}`}
              workspace={shown.workspace}
              onClose={() => {
                document.getElementById(paneButtonId(shown.pane, shown.workspace))?.focus();
                void setSlugs(noPane);
              }}
            />
          ) : (
            <AddWorkspace isMember={isMember} />
          )}
        </div>
      )}
      {action?.kind === "rename" ? <RenameWorkspace workspace={action.workspace} onClose={close} /> : null}
      {action?.kind === "delete" ? <Deletion workspace={action.workspace} onClose={close} /> : null}
    </>
  );
}

/** The sample project is deleted with its data; removing any other workspace keeps its project. */
function Deletion(props: { workspace: Workspace; onClose: () => void }) {
  const { connectionId, projectId } = props.workspace;
  const isSample = connectionId === "local" && projectId === SAMPLE_PROJECT;
  return isSample ? <RemoveSampleDialog onClose={props.onClose} /> : <DeleteWorkspace {...props} />;
}
