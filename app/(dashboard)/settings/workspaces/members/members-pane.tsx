"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { WorkspacePane } from "@/app/(dashboard)/settings/workspaces/pane/workspace-pane";
import { Select } from "@/components/form/select";
import { usePerson } from "@/components/session/use-person";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Tag } from "@/components/ui/tag";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { ChangeWorkspaceRole } from "./change-workspace-role";
import { choiceOf, type RoleChoice, roleChoices, type WorkspaceMember } from "./prepare-workspace-members";

type MembersPaneProps = { workspace: Workspace; onClose: () => void };

/** All users with their roles in a workspace. Its admins give roles; an admin of the instance is one everywhere. */
export function MembersPane({ workspace, onClose }: MembersPaneProps) {
  const [action, setAction] = useState<{ member: WorkspaceMember; choice: RoleChoice } | null>(null);
  const isAdmin = useHasRole("admin", workspace);
  const ownId = usePerson()?.id ?? null;
  const query = useQuery(appQuery("workspaceMembers.list", { workspaceId: workspace.id }));
  return (
    <WorkspacePane title={`Members of ${workspace.slug}`} closeLabel="Close the members" onClose={onClose}>
      <p className="px-4 pb-2.5 text-small text-ink-2 max-md:px-3">
        A role given here replaces the role of the instance in this workspace, from the next request on. Admins of the
        instance stay admins.
        {isAdmin === false ? " Only admins of the workspace can change roles." : null}
      </p>
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : query.data === undefined || isAdmin === undefined ? (
        <div role="status" aria-label="Loading the members" className="grid gap-3 px-4 py-2 max-md:px-3">
          <Skeleton className="w-40" />
          <Skeleton className="w-52" />
        </div>
      ) : (
        <ul aria-label={`Members of ${workspace.slug}`}>
          {query.data.members.map((member) => (
            <MemberItem
              key={member.id}
              member={member}
              isSelf={member.id === ownId}
              isEditable={isAdmin}
              onChoice={(choice) => setAction({ member, choice })}
            />
          ))}
        </ul>
      )}
      {action ? (
        <ChangeWorkspaceRole
          workspace={workspace}
          {...action}
          isSelf={action.member.id === ownId}
          onClose={() => setAction(null)}
        />
      ) : null}
    </WorkspacePane>
  );
}

type MemberItemProps = {
  member: WorkspaceMember;
  isSelf: boolean;
  isEditable: boolean;
  onChoice: (choice: RoleChoice) => void;
};

function MemberItem({ member, isSelf, isEditable, onChoice }: MemberItemProps) {
  const { name, email, role, isDisabled } = member;
  const choice = choiceOf(member);
  const choices = roleChoices(member);
  const words = choices.find(({ value }) => value === choice)?.label ?? choice;
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1 pr-2 pl-4 text-small first:border-t max-md:pl-3">
      <span className="min-w-0 grow" title={`${name}, ${email}`}>
        <span className="flex min-w-0 items-center gap-2">
          <b className="truncate font-medium">{name}</b>
          {isSelf ? <Tag tone="run">you</Tag> : null}
          {isDisabled ? <Tag tone="warn">disabled</Tag> : null}
        </span>
        <span className="block truncate text-micro text-ink-3">{email}</span>
      </span>
      {role === "admin" ? (
        <span className="flex-none pr-2 text-ink-3">admin of the instance</span>
      ) : isEditable ? (
        <Select
          // The value is part of the accessible name: rows are read by it.
          label={`Role of ${name}: ${words}`}
          className="h-(--ctl-h-small) w-[168px] flex-none text-small max-md:h-9"
          value={choice}
          options={choices}
          onChange={(next) => (next === choice ? undefined : onChoice(next))}
        />
      ) : (
        <span className="flex-none pr-2 text-ink-2">{words}</span>
      )}
    </li>
  );
}
