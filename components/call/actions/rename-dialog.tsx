"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { opLabel } from "@/lib/calls/call-facts";

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
  return (
    <FormDialog
      title="Rename call"
      description={
        <>
          Without a display name it is shown as <span className="text-code">{opLabel(call.op_name)}</span>, the name of
          its op.
        </>
      }
      action="Rename"
      change={rename}
      onSubmit={() => rename.mutate(name.trim())}
      onClose={onClose}
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
    </FormDialog>
  );
}
