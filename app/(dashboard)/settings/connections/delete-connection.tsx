"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { NameConfirmation } from "@/components/ui/name-confirmation";
import { useToast } from "@/components/ui/toast";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { otherErrors } from "@/lib/failure/field-errors";
import { countOf } from "@/lib/format/count";
import type { Connection } from "@/lib/workspace/connection";

type DeleteConnectionProps = {
  connection: Connection;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted: () => void;
};

/** Cannot be undone, so the user types the name. */
export function DeleteConnection({ connection, isOpen, onOpenChange, onDeleted }: DeleteConnectionProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => callApp("connections.delete", { id: connection.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["app"] });
      onOpenChange(false);
      toast("Connection deleted");
      onDeleted();
    },
  });
  const failure = remove.isError ? failureOf(remove.error) : null;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Delete connection ${connection.name}?`}
      description={`Its credentials and ${countOf(connection.workspaceCount, "workspace")} that ${connection.workspaceCount === 1 ? "uses" : "use"} it are deleted. The service and its data are kept.`}
    >
      <NameConfirmation
        what="the name"
        name={connection.name}
        verb="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {otherErrors(failure, []).map((message) => (
          <Callout key={message} tone="err" className="mt-3">
            {message}
          </Callout>
        ))}
      </NameConfirmation>
    </Dialog>
  );
}
