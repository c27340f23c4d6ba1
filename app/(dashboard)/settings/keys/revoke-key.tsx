"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { ServiceKey } from "./prepare-service-keys";

/** Cannot be undone: programs that use the key stop logging. */
export function RevokeKey({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const { id, name } = serviceKey;
  const revoke = useChange({
    operation: "serviceKeys.revoke",
    doneMessage: () => ({ text: "Key revoked" }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke key ${name}?`}
      description="Requests with this key are rejected from now on. Logged data is kept. This cannot be undone."
      action="Revoke"
      change={revoke}
      onConfirm={() => revoke.mutate({ id })}
      onClose={onClose}
    />
  );
}
