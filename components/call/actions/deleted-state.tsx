import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { PendingDeletion } from "@/lib/calls/pending-deletions";
import { deletions } from "./deletions";

/** Stands in the place of a call that is deleted, or waits to be. */
export function DeletedState({ callId, pending }: { callId: string; pending: readonly PendingDeletion[] }) {
  const deletion = pending.find((one) => one.callId === callId || one.descendants?.includes(callId));
  if (deletion?.state !== "waiting") {
    return (
      <PaneState kind="no-match" title="This call is deleted">
        It can no longer be read.
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
      It is hidden until then, {deletion.callId === callId ? "with all below it" : `with ${deletion.name} above it`}.
    </PaneState>
  );
}
