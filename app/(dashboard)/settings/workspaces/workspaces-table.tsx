"use client";

import { EyeOff, History, type LucideIcon, Pencil, Trash2, Users } from "lucide-react";
import { useNow } from "@/components/browser/use-now";
import { usePerson } from "@/components/session/use-person";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { reachesRole } from "@/lib/workspace/person";
import type { Workspace } from "@/lib/workspace/workspace";

/** The subjects of the pane beside the list. */
export type WorkspacePane = "members" | "retention" | "redaction";

export interface WorkspaceAction {
  readonly kind: "rename" | "delete";
  readonly workspace: Workspace;
}

const PANES: readonly { readonly pane: WorkspacePane; readonly label: string; readonly icon: LucideIcon }[] = [
  { pane: "members", label: "Members", icon: Users },
  { pane: "retention", label: "Retention", icon: History },
  { pane: "redaction", label: "Redaction", icon: EyeOff },
];

/** The button that opens a pane, which has the focus again when the pane is closed. */
export const paneButtonId = (pane: WorkspacePane, workspace: Workspace) => `${pane}-${workspace.id}`;

type RowActions = {
  onAction: (action: WorkspaceAction) => void;
  onPane: (pane: WorkspacePane, workspace: Workspace) => void;
};

/** The workspaces with what can be done with each. */
export function WorkspacesTable({ workspaces, ...actions }: RowActions & { workspaces: readonly Workspace[] }) {
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label="Workspaces" className="min-w-[720px]">
      <thead>
        <tr>
          <SmallTableHeadCell className="w-[200px] max-md:w-[140px]">Workspace</SmallTableHeadCell>
          <SmallTableHeadCell>Project</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[140px] max-md:w-[90px]">Connection</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right">Created</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[164px] max-md:w-[204px]">
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
                <RowButtons workspace={workspace} {...actions} />
              </SmallTableCell>
            </tr>
          );
        })}
      </tbody>
    </SmallTable>
  );
}

function RowButtons({ workspace, onAction, onPane }: RowActions & { workspace: Workspace }) {
  const person = usePerson();
  return (
    <span className="flex justify-end">
      {PANES.map(({ pane, label, icon: Icon }) => (
        <Button
          key={pane}
          id={paneButtonId(pane, workspace)}
          kind="ghost"
          size="icon-small"
          aria-label={`${label} of ${workspace.slug}`}
          onClick={() => onPane(pane, workspace)}
        >
          <Icon size={13} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      ))}
      {reachesRole(person, "member", workspace) ? (
        <>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label={`Rename ${workspace.slug}`}
            onClick={() => onAction({ kind: "rename", workspace })}
          >
            <Pencil size={13} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label={`Remove ${workspace.slug}`}
            onClick={() => onAction({ kind: "delete", workspace })}
          >
            <Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </span>
  );
}
