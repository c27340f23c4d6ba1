"use client";

import { History, Pencil, Trash2, Users } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { usePerson } from "@/components/session/use-person";
import { useHasRole } from "@/components/session/use-role";
import { useWorkspaces } from "@/components/session/use-workspace";
import { SettingsHead } from "@/components/settings/settings-head";
import { RemoveSampleDialog } from "@/components/start/remove-sample";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import { reachesRole } from "@/lib/workspace/person";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddWorkspace } from "./add-workspace";
import { MembersPane } from "./members/members-pane";
import { RetentionPane } from "./retention/retention-pane";
import { DeleteWorkspace, RenameWorkspace } from "./workspace-dialogs";

type WorkspaceAction = { readonly kind: "rename" | "delete"; readonly workspace: Workspace } | null;

const retentionButtonId = (workspace: Workspace) => `retention-${workspace.id}`;
const membersButtonId = (workspace: Workspace) => `members-${workspace.id}`;

/** The list of workspaces, and the form that creates one, the roles in one of them, or how long it keeps its calls. */
export function WorkspacesView() {
  const { query, isPending, workspaces } = useWorkspaces();
  const isMember = useHasRole("member");
  const [action, setAction] = useState<WorkspaceAction>(null);
  const close = () => setAction(null);
  const [retainedSlug, setRetainedSlug] = useQueryState("retention", parseAsString);
  const [memberedSlug, setMemberedSlug] = useQueryState("members", parseAsString);
  const retained = workspaces.find(({ slug }) => slug === retainedSlug) ?? null;
  const membered = workspaces.find(({ slug }) => slug === memberedSlug) ?? null;
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
                onRetention={(slug) => {
                  void setMemberedSlug(null);
                  void setRetainedSlug(slug);
                }}
                onMembers={(slug) => {
                  void setRetainedSlug(null);
                  void setMemberedSlug(slug);
                }}
              />
            ) : isPending ? null : (
              <PaneState kind="empty" title="No workspaces yet">
                A workspace is a project of a connection, with a short name that is used in the URL. Create the first
                one here.
              </PaneState>
            )}
          </section>
          {membered ? (
            <MembersPane
              key={membered.id}
              workspace={membered}
              onClose={() => {
                document.getElementById(membersButtonId(membered))?.focus();
                void setMemberedSlug(null);
              }}
            />
          ) : retained ? (
            <RetentionPane
              key={retained.id}
              workspace={retained}
              onClose={() => {
                document.getElementById(retentionButtonId(retained))?.focus();
                void setRetainedSlug(null);
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

type WorkspacesTableProps = {
  workspaces: readonly Workspace[];
  onAction: (action: WorkspaceAction) => void;
  onRetention: (slug: string) => void;
  onMembers: (slug: string) => void;
};

function WorkspacesTable({ workspaces, onAction: onAsk, onRetention, onMembers }: WorkspacesTableProps) {
  const nowMs = useNow(60_000);
  const person = usePerson();
  return (
    <SmallTable aria-label="Workspaces" className="min-w-[720px]">
      <thead>
        <tr>
          <SmallTableHeadCell className="w-[200px]">Workspace</SmallTableHeadCell>
          <SmallTableHeadCell>Project</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[140px]">Connection</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right">Created</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[136px]">
            <span className="sr-only">Actions</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {workspaces.map((workspace) => {
          const madeMs = parseTime(workspace.createdAt);
          return (
            <tr key={workspace.id} className="group/row">
              <SmallTableCell>
                <Link href={`/${workspace.slug}/traces`} className="font-medium hover:underline">
                  {workspace.slug}
                </Link>
              </SmallTableCell>
              <SmallTableCell className="text-code" title={workspace.projectId}>
                {workspace.projectId}
              </SmallTableCell>
              <SmallTableCell className="text-ink-2">{workspace.connectionName}</SmallTableCell>
              <SmallTableCell className="text-right text-ink-2" title={formatFullTime(madeMs)}>
                {formatTime(madeMs, nowMs)}
              </SmallTableCell>
              <SmallTableCell className="pr-2 text-right">
                <span className="flex justify-end">
                  <Button
                    id={membersButtonId(workspace)}
                    kind="ghost"
                    size="icon-small"
                    aria-label={`Members of ${workspace.slug}`}
                    onClick={() => onMembers(workspace.slug)}
                  >
                    <Users size={13} strokeWidth={1.7} aria-hidden="true" />
                  </Button>
                  <Button
                    id={retentionButtonId(workspace)}
                    kind="ghost"
                    size="icon-small"
                    aria-label={`Retention of ${workspace.slug}`}
                    onClick={() => onRetention(workspace.slug)}
                  >
                    <History size={13} strokeWidth={1.7} aria-hidden="true" />
                  </Button>
                  {reachesRole(person, "member", workspace) ? (
                    <>
                      <Button
                        kind="ghost"
                        size="icon-small"
                        aria-label={`Rename ${workspace.slug}`}
                        onClick={() => onAsk({ kind: "rename", workspace })}
                      >
                        <Pencil size={13} strokeWidth={1.7} aria-hidden="true" />
                      </Button>
                      <Button
                        kind="ghost"
                        size="icon-small"
                        aria-label={`Remove ${workspace.slug}`}
                        onClick={() => onAsk({ kind: "delete", workspace })}
                      >
                        <Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />
                      </Button>
                    </>
                  ) : null}
                </span>
              </SmallTableCell>
            </tr>
          );
        })}
      </tbody>
    </SmallTable>
  );
}
