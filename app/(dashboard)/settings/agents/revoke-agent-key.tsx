"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { AgentKey } from "./prepare-agent-keys";

/** Cannot be undone: agents that use the key are refused. */
export function RevokeAgentKey({ agentKey: { id, name }, onClose }: { agentKey: AgentKey; onClose: () => void }) {
  const revoke = useChange({
    operation: "agentKeys.revoke",
    doneMessage: () => ({ text: "Key revoked" }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke key ${name}?`}
      description="Requests with this key are rejected from now on. This cannot be undone."
      action="Revoke"
      change={revoke}
      onConfirm={() => revoke.mutate({ id })}
      onClose={onClose}
    />
  );
}
