import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { PendingDeletion } from "@/lib/calls/pending-deletions";
import { deletions } from "./deletions";

/** Replaces a call that is deleted or is about to be deleted. */
export function DeletedState({ callId, pending }: { callId: string; pending: readonly PendingDeletion[] }) {
  const deletion = pending.find((one) => one.callId === callId || one.descendants?.includes(callId));
  if (deletion?.state !== "waiting") {
    return (
      <PaneState kind="no-match" title="This call is deleted">
        It can no longer be loaded.
      </PaneState>
    );
  }
  return (
    <PaneState
      kind="no-match"
      title="This call will be deleted"
      actions={
        <Button size="small" onClick={() => deletions.undo(deletion.callId)}>
          Undo
        </Button>
      }
    >
      It is hidden until then, {deletion.callId === callId ? "with its children" : `with its ancestor ${deletion.name}`}
      .
    </PaneState>
  );
}
