"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useHasRole } from "@/components/session/use-role";
import { ScrollPane } from "@/components/settings/scroll-pane";
import { SettingsHead } from "@/components/settings/settings-head";
import { FailureState } from "@/components/state/failure-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { InvitationsTable } from "./invitations-table";
import { InviteMember, PasswordLink } from "./link-dialogs";
import { ChangeRole, EndSessions, RemoveMember, ResetSecondFactor } from "./member-dialogs";
import { type MemberAction, MembersTable } from "./members-table";
import { membersParams } from "./search-params";

/** All accounts. Admins invite and remove members and change roles. */
export function MembersView() {
  const [params, setParams] = useQueryStates(membersParams);
  const [action, setAction] = useState<MemberAction | null>(null);
  const query = useQuery(appQuery("users.list", {}));
  const session = useQuery(appQuery("session.current", {}));
  const isAdmin = useHasRole("admin");
  const members = query.data?.members ?? [];
  const ownId = session.data?.person.id ?? null;
  const close = () => setAction(null);
  return (
    <>
      <SettingsHead>
        {isAdmin === false ? (
          <span className="text-small text-ink-3 max-md:hidden">Only admins can invite members</span>
        ) : (
          <Button
            kind="primary"
            size="small"
            disabled={isAdmin === undefined}
            icon={<UserPlus size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => void setParams({ invite: true })}
          >
            Invite
          </Button>
        )}
      </SettingsHead>
      {query.isPending ? <ProgressBar label="Loading members" /> : null}
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <>
          <ScrollPane label="Members">
            {query.isPending ? (
              <SkeletonRows count={4} rowHeight={32} />
            ) : (
              <MembersTable members={members} ownId={ownId} isEditable={isAdmin === true} onAction={setAction} />
            )}
            {isAdmin ? <InvitationsTable /> : null}
          </ScrollPane>
          <PageFoot>{query.isPending ? "Loading members" : countOf(members.length, "member")}</PageFoot>
        </>
      )}
      {params.invite && isAdmin ? <InviteMember onClose={() => void setParams({ invite: false })} /> : null}
      {action?.kind === "role" ? (
        <ChangeRole member={action.member} role={action.role} isSelf={action.member.id === ownId} onClose={close} />
      ) : null}
      {action?.kind === "remove" ? (
        <RemoveMember member={action.member} isSelf={action.member.id === ownId} onClose={close} />
      ) : null}
      {action?.kind === "two-factor" ? (
        <ResetSecondFactor member={action.member} isSelf={action.member.id === ownId} onClose={close} />
      ) : null}
      {action?.kind === "sessions" ? (
        <EndSessions member={action.member} isSelf={action.member.id === ownId} onClose={close} />
      ) : null}
      {action?.kind === "password" ? <PasswordLink member={action.member} onClose={close} /> : null}
    </>
  );
}
