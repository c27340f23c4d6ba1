"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { ShareLink } from "./prepare-share-links";

/** Cannot be undone: the link shows nothing from then on. */
export function RevokeShareLink({ link: { id, title }, onClose }: { link: ShareLink; onClose: () => void }) {
  const revoke = useChange({
    operation: "shareLinks.revoke",
    doneMessage: () => ({ text: "Link revoked" }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke link to ${title}?`}
      description="The link shows nothing from now on. This cannot be undone; what was read or saved before stays with its readers."
      action="Revoke"
      change={revoke}
      onConfirm={() => revoke.mutate({ id })}
      onClose={onClose}
    />
  );
}
