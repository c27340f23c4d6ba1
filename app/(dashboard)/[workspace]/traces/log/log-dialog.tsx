"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";
import { LogFields } from "./log-fields";
import {
  emptyLogForm,
  type LogErrors,
  type LogField,
  type LogForm,
  logFieldErrors,
  readLogForm,
} from "./prepare-log-form";

type LogDialogProps = {
  workspace: Workspace;
  /** Receives the id of the stored call. */
  onLogged: (id: string) => void;
  onClose: () => void;
};

/** A form for a call that is written by hand, validated on submit, and stored as a program would store it. */
export function LogDialog({ workspace, onLogged, onClose }: LogDialogProps) {
  const toast = useToast();
  const [form, setForm] = useState<LogForm>(emptyLogForm);
  const [faults, setFaults] = useState<LogErrors>({});
  const store = useMutation({
    mutationFn: async (body: Parameters<typeof storeCall>[1]) => storeCall(workspace.connectionId, body),
    onSuccess: (_answer, { id }) => {
      toast("Call logged");
      onLogged(id);
    },
  });
  const refused = store.isError ? logFieldErrors(failureOf(store.error)) : { errors: {}, others: [] };
  const change = (field: LogField, value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    // An error is shown until its field changes.
    setFaults(({ [field]: _gone, ...others }) => others);
    if (store.isError) store.reset();
  };
  const submit = () => {
    const id = uuidv7();
    const result = readLogForm(form, { projectId: workspace.projectId, nowMs: Date.now(), id });
    if ("errors" in result) setFaults(result.errors);
    else store.mutate({ id, batch: result.batch });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Log call by hand"
      description={`Stored in ${workspace.projectId} through /call/upsert_batch, like a call from a program.`}
      className="top-[6vh] max-h-[88vh] w-[min(640px,calc(100vw-24px))]"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-3"
      >
        <LogFields form={form} errors={{ ...refused.errors, ...faults }} onChange={change} />
        {refused.others.map((message) => (
          <Callout key={message} tone="err">
            {message}
          </Callout>
        ))}
        <div className="flex items-center justify-end gap-2">
          {Object.keys(faults).length > 0 ? (
            <span role="alert" className="mr-auto text-small text-err">
              Nothing was stored. See the fields above.
            </span>
          ) : null}
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="primary" isBusy={store.isPending}>
            Log call
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type StoredBatch = { id: string; batch: Extract<ReturnType<typeof readLogForm>, { batch: unknown }>["batch"] };

function storeCall(connectionId: string, { batch }: StoredBatch) {
  // The form built the batch from the contract's input; defaults are the service's.
  return callOperation(connectionId, "call.upsertBatch", { body: batch as never });
}
