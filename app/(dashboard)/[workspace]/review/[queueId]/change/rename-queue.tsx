"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { reviewKey } from "@/components/review/use-queues";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { AnnotationQueue } from "@/lib/api/contract/feedback/annotation-queues";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";

const FIELDS = ["name", "description"] as const;

type RenameQueueProps = { workspace: Workspace; queue: AnnotationQueue; onClose: () => void };

/** Changes the name and the description of a queue. */
export function RenameQueue({ workspace, queue, onClose }: RenameQueueProps) {
  const { connectionId, projectId } = workspace;
  const queries = useQueryClient();
  const [name, setName] = useState(queue.name);
  const [description, setDescription] = useState(queue.description ?? "");
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "annotationQueues.update", {
        params: { queue_id: queue.id },
        body: { project_id: projectId, name: name.trim(), description: description.trim() },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: reviewKey(connectionId, projectId) });
      onClose();
    },
  });
  const failure = change.isError ? failureOf(change.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  return (
    <FormDialog
      title="Rename queue"
      description="Reviewers see the name and the description in the list of queues."
      action="Save"
      change={change}
      messages={otherErrors(failure, FIELDS)}
      isReady={name.trim() !== ""}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name}>
        {(ids) => <Input {...ids} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label="Description" hint="optional" error={errors.description}>
        {(ids) => <Input {...ids} value={description} onChange={(event) => setDescription(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
