"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { ConnectedClient } from "./prepare-connected-clients";

/** Ends a client's access; its user can connect it again. */
export function DisconnectClient({ client, onClose }: { client: ConnectedClient; onClose: () => void }) {
  const disconnect = useChange({
    operation: "oauthClients.disconnect",
    doneMessage: () => ({ text: "Agent disconnected" }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Disconnect ${client.clientName}?`}
      description="Its requests are rejected from now on. To use it again, sign in with it again."
      action="Disconnect"
      change={disconnect}
      onConfirm={() => disconnect.mutate({ id: client.id })}
      onClose={onClose}
    />
  );
}
