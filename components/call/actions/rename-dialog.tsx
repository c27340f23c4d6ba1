"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { opLabel } from "@/lib/calls/call-facts";
import { otherErrors } from "@/lib/failure/field-errors";

const MAX_NAME_LENGTH = 1024;

type RenameDialogProps = { address: CallAddress; call: Call; onClose: () => void };

/** Gives a call a display name; without one it shows the name of its op. */
export function RenameDialog({ address, call, onClose }: RenameDialogProps) {
  const { connectionId, projectId, callId } = address;
  const [name, setName] = useState(call.display_name ?? "");
  const queryClient = useQueryClient();
  const toast = useToast();
  const rename = useMutation({
    mutationFn: (displayName: string) =>
      callOperation(connectionId, "call.update", {
        body: { project_id: projectId, call_id: callId, display_name: displayName },
      }),
    onSuccess: async (_answer, displayName) => {
      onClose();
      toast(displayName === "" ? "Display name cleared" : "Renamed");
      await Promise.all(
        (["calls.streamQuery", "call.read"] as const).map((operation) =>
          queryClient.invalidateQueries({ queryKey: ["service", connectionId, operation] }),
        ),
      );
    },
  });
  const failure = rename.isError ? failureOf(rename.error) : null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Rename call"
      description={
        <>
          Without a display name it is shown as <span className="text-code">{opLabel(call.op_name)}</span>, the name of
          its op.
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(name.trim());
        }}
      >
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              value={name}
              maxLength={MAX_NAME_LENGTH}
              placeholder={opLabel(call.op_name)}
              onChange={(event) => setName(event.target.value)}
            />
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
          <Button type="submit" kind="primary" isBusy={rename.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
