"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Connection } from "@/components/layout/use-workspace";
import { otherErrors } from "@/components/state/prepare-validation";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";

type DeleteConnectionProps = {
  connection: Connection;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted: () => void;
};

/** Cannot be undone, so the name is typed. */
export function DeleteConnection({ connection, isOpen, onOpenChange, onDeleted }: DeleteConnectionProps) {
  const [typed, setTyped] = useState("");
  const queryClient = useQueryClient();
  const say = useToast();
  const remove = useMutation({
    mutationFn: () => callApp("connections.delete", { id: connection.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["app"] });
      onOpenChange(false);
      say("Connection deleted");
      onDeleted();
    },
  });
  const failure = remove.isError ? failureOf(remove.error) : null;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Delete connection ${connection.name}?`}
      description={`Its credentials and ${countOf(connection.workspaceCount, "workspace")} that ${connection.workspaceCount === 1 ? "uses" : "use"} it are removed. The service and its data are not touched.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The form of the connection stands around this one in React's tree.
          event.stopPropagation();
          if (typed === connection.name) remove.mutate();
        }}
      >
        <Field label="Type the name to confirm">
          {(ids) => (
            <Input {...ids} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        {otherErrors(failure, []).map((message) => (
          <Callout key={message} tone="err" className="mt-3">
            {message}
          </Callout>
        ))}
        <div className="mt-3.5 flex justify-end gap-2">
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="danger" disabled={typed !== connection.name} isBusy={remove.isPending}>
            Delete
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
