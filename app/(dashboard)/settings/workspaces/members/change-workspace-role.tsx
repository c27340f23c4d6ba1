"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  changedText,
  changeText,
  type RoleChoice,
  roleOfChoice,
  type WorkspaceMember,
} from "./prepare-workspace-members";

type ChangeWorkspaceRoleProps = {
  workspace: Workspace;
  member: WorkspaceMember;
  choice: RoleChoice;
  isSelf: boolean;
  onClose: () => void;
};

/** Gives a user another role in one workspace, after a confirmation. */
export function ChangeWorkspaceRole({ workspace, member, choice, isSelf, onClose }: ChangeWorkspaceRoleProps) {
  const change = useChange({
    operation: "workspaceMembers.setRole",
    doneMessage: ({ revokedKeyCount }) => changedText(member, choice, revokedKeyCount),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={
        isSelf
          ? `Change your own role in ${workspace.slug}?`
          : `Change the role of ${member.name} in ${workspace.slug}?`
      }
      description={`${changeText(member, choice)}${isSelf ? " You cannot undo this yourself." : ""}`}
      action="Change role"
      kind="primary"
      change={change}
      onConfirm={() => change.mutate({ workspaceId: workspace.id, userId: member.id, role: roleOfChoice(choice) })}
      onClose={onClose}
    />
  );
}
