"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import { FailureState } from "@/components/state/failure-state";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import type { Invitation } from "./prepare-members";

/** Links that can still be used. The links themselves are not stored. */
export function InvitationsTable() {
  const nowMs = useNow(60_000);
  const [invitationToRevoke, setInvitationToRevoke] = useState<Invitation | null>(null);
  const query = useQuery(appQuery("invitations.list", {}));
  if (query.isError) return <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const invitations = query.data?.invitations ?? [];
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="open-invitations" className="mt-6">
      <h2 id="open-invitations" className="px-4 pb-2 text-small font-medium max-md:px-3">
        Open invitations
      </h2>
      <SmallTable aria-label="Open invitations" className="[&_th]:border-t">
        <thead>
          <tr>
            <SmallTableHeadCell>Role</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[220px] max-md:hidden">Created by</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[120px] text-right max-md:hidden">Created</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[130px] text-right">Expires</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[96px]">
              <span className="sr-only">Actions</span>
            </SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => {
            const [madeMs, untilMs] = [parseTime(invitation.createdAt), parseTime(invitation.expiresAt)];
            return (
              <tr key={invitation.id} className="group/row">
                <SmallTableCell>{invitation.role}</SmallTableCell>
                <SmallTableCell className="text-ink-2 max-md:hidden">
                  {invitation.createdByName ?? <Unknown />}
                </SmallTableCell>
                <SmallTableCell className="text-right text-ink-2 max-md:hidden" title={formatFullTime(madeMs)}>
                  {formatTime(madeMs, nowMs)}
                </SmallTableCell>
                <SmallTableCell className="text-right text-ink-2" title={formatFullTime(untilMs)}>
                  {formatTime(untilMs, nowMs)}
                </SmallTableCell>
                <SmallTableCell className="pr-2 text-right">
                  <Button
                    kind="ghost"
                    size="small"
                    aria-label={`Revoke the ${invitation.role} invitation`}
                    onClick={() => setInvitationToRevoke(invitation)}
                  >
                    Revoke
                  </Button>
                </SmallTableCell>
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
      {invitationToRevoke ? (
        <RevokeInvitation invitation={invitationToRevoke} onClose={() => setInvitationToRevoke(null)} />
      ) : null}
    </section>
  );
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useChange({
    operation: "invitations.revoke",
    doneMessage: () => ({ text: "Invitation revoked" }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Revoke this invitation?"
      description="The link can no longer be used to create an account."
      action="Revoke"
      change={revoke}
      onConfirm={() => revoke.mutate({ id: invitation.id })}
      onClose={onClose}
    />
  );
}
