"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";

/** Asks before changes that are not saved are lost. */
export function DiscardChanges({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Discard the changes?"
      description="The dashboard stays as it was saved last."
      action="Discard"
      closeLabel="Keep editing"
      onConfirm={onDiscard}
      onClose={onClose}
    />
  );
}
