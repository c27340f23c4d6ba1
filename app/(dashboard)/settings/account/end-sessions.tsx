"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import { deviceText, endedText, type OwnSession } from "./prepare-sessions";

/** Ends one session: its device has to sign in again. */
export function EndSession({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const end = useChange({ operation: "sessions.end", doneMessage: () => ({ text: "Session ended" }), onDone: onClose });
  return (
    <ConfirmDialog
      title={`End the session of ${deviceText(session)}?`}
      description="The device will have to sign in again. Keys that you created stay valid."
      action="End session"
      change={end}
      onConfirm={() => end.mutate({ id: session.id })}
      onClose={onClose}
    />
  );
}

/** Ends all sessions of the user except this one. */
export function EndOtherSessions({ onClose }: { onClose: () => void }) {
  const end = useChange({
    operation: "sessions.endOthers",
    doneMessage: ({ endedCount }) => ({ text: endedText(endedCount) }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="End all other sessions?"
      description="You stay signed in here. All other devices have to sign in again. Keys that you created stay valid."
      action="End other sessions"
      change={end}
      onConfirm={() => end.mutate({})}
      onClose={onClose}
    />
  );
}
