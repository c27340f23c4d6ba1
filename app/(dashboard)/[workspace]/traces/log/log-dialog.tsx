"use client";

import { useMutation } from "@tanstack/react-query";
import { v7 as uuidv7 } from "uuid";
import { FormDialog } from "@/components/dialog/form-dialog";
import { formSchema } from "@/components/form/form-schema";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";
import { LogFields } from "./log-fields";
import {
  type CallBatch,
  emptyLogForm,
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

const FIELDS = Object.keys(emptyLogForm) as LogField[];

/** A form for a call that is written by hand, validated on submit, and stored as a program would store it. */
export function LogDialog({ workspace, onLogged, onClose }: LogDialogProps) {
  const toast = useToast();
  const read = (values: LogForm, id: string) =>
    readLogForm(values, { projectId: workspace.projectId, nowMs: Date.now(), id });
  const { form, errors, others, change, submit } = useValidatedForm({
    schema: formSchema((values: LogForm) => {
      const result = read(values, "");
      return "errors" in result ? result.errors : {};
    }),
    defaultValues: emptyLogForm,
    fields: FIELDS,
    findFields: (failure) => {
      const { errors: fields, others: rest } = logFieldErrors(failure);
      return { fields, others: rest };
    },
  });
  const store = useMutation({
    mutationFn: async (values: LogForm) => {
      const id = uuidv7();
      const result = read(values, id);
      if ("errors" in result) throw new Error("The form was sent with errors");
      await storeCall(workspace.connectionId, result.batch);
      return id;
    },
    onSuccess: (id) => {
      toast("Call logged");
      onLogged(id);
    },
  });
  const changeField = (field: LogField, value: string) => {
    change({ [field]: value });
    // A message is shown until its field changes; a refused request is out of date with any change.
    if (store.isError) {
      store.reset();
      form.clearErrors();
    } else form.clearErrors(field);
  };
  return (
    <FormDialog
      title="Log call by hand"
      description={`Stored in ${workspace.projectId} through /call/upsert_batch, like a call from a program.`}
      size="wide"
      action="Log call"
      change={store}
      messages={others}
      aside={
        !store.isError && Object.keys(errors).length > 0 ? (
          <span role="alert" className="text-small text-err">
            Nothing was stored. See the fields above.
          </span>
        ) : null
      }
      onSubmit={submit(store.mutate)}
      onClose={onClose}
    >
      <LogFields form={form.watch()} errors={errors} onChange={changeField} />
    </FormDialog>
  );
}

function storeCall(connectionId: string, batch: CallBatch) {
  // The form built the batch from the contract's input; defaults are the service's.
  return callOperation(connectionId, "call.upsertBatch", { body: batch as never });
}
