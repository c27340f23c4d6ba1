"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import { countOf } from "@/lib/format/count";
import type { Connection } from "@/lib/workspace/connection";

type DeleteConnectionProps = { connection: Connection; onClose: () => void; onDeleted: () => void };

/** Cannot be undone, so the user types the name. */
export function DeleteConnection({ connection, onClose, onDeleted }: DeleteConnectionProps) {
  const { id, name, workspaceCount } = connection;
  const remove = useChange({
    operation: "connections.delete",
    doneMessage: () => ({ text: "Connection deleted" }),
    onDone: () => {
      onClose();
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete connection ${name}?`}
      description={`Its credentials and ${countOf(workspaceCount, "workspace")} that ${workspaceCount === 1 ? "uses" : "use"} it are deleted. The service and its data are kept.`}
      typed={{ what: "the name", accepts: (typed) => typed === name }}
      action="Delete"
      change={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    />
  );
}
