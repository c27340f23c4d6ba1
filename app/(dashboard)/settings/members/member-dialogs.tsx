"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { countOf } from "@/lib/format/count";
import { type Member, memberDoneText, roleChangeText } from "./prepare-members";

type MemberDialogProps = { member: Member; isSelf: boolean; onClose: () => void };

export function ChangeRole({ member, role, isSelf, onClose }: MemberDialogProps & { role: Role }) {
  const change = useChange({
    operation: "users.setRole",
    doneMessage: ({ revokedKeyCount }) =>
      memberDoneText(`${member.name} is ${role === "admin" ? "an" : "a"} ${role}`, revokedKeyCount),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={isSelf ? "Change your own role?" : `Change the role of ${member.name}?`}
      description={`${roleChangeText(member, role)}${isSelf ? " You cannot undo this yourself." : ""}`}
      action="Change role"
      kind="primary"
      change={change}
      onConfirm={() => change.mutate({ id: member.id, role })}
      onClose={onClose}
    />
  );
}

export function RemoveMember({ member, isSelf, onClose }: MemberDialogProps) {
  const remove = useChange({
    operation: "users.remove",
    doneMessage: ({ revokedKeyCount }) => memberDoneText(`${member.name} removed`, revokedKeyCount),
    onDone: () => {
      // The user's own session ended with the account.
      if (isSelf) window.location.assign("/sign-in");
      else onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isSelf ? "Remove your own account?" : `Remove ${member.name}?`}
      description={
        <>
          <span className="text-code">{member.email}</span> is signed out everywhere, and their API keys and saved views
          are deleted. Logged data and audit log entries are kept.
        </>
      }
      action="Remove"
      change={remove}
      onConfirm={() => remove.mutate({ id: member.id })}
      onClose={onClose}
    />
  );
}

/** For a member who lost the authenticator app and the recovery codes. */
export function ResetSecondFactor({ member, isSelf, onClose }: MemberDialogProps) {
  const reset = useChange({
    operation: "users.resetSecondFactor",
    doneMessage: () => ({ text: `Two-factor authentication of ${member.name} is off` }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={isSelf ? "Turn off your own two-factor authentication?" : `Turn off two-factor for ${member.name}?`}
      description={
        <>
          Sign-in then asks <span className="text-code">{member.email}</span> for the password only. The authenticator
          app and the recovery codes stop working. Make sure that the request comes from {member.name}.
        </>
      }
      action="Turn off"
      change={reset}
      onConfirm={() => reset.mutate({ id: member.id })}
      onClose={onClose}
    />
  );
}

/** For a lost device, or a member who left. */
export function EndSessions({ member, isSelf, onClose }: MemberDialogProps) {
  const end = useChange({
    operation: "users.endSessions",
    doneMessage: ({ endedCount }) => ({ text: `${countOf(endedCount, "session")} of ${member.name} ended` }),
    onDone: () => {
      if (isSelf) window.location.assign("/sign-in");
      else onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isSelf ? "Sign yourself out everywhere?" : `Sign ${member.name} out everywhere?`}
      description={
        <>
          All browsers in which <span className="text-code">{member.email}</span> is signed in ask to sign in again. API
          keys keep working.
        </>
      }
      action="Sign out"
      change={end}
      onConfirm={() => end.mutate({ id: member.id })}
      onClose={onClose}
    />
  );
}
