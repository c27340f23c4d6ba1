"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useNow } from "@/components/browser/use-now";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { DialogFailure } from "@/components/dialog/dialog-failure";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { useChange } from "@/components/settings/use-change";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { retentionSet } from "@/lib/api/contract/admin/retention";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  deletedText,
  limitsOf,
  type RetentionPreview as Preview,
  type RetentionDraft,
  type RetentionLimits,
  remainingText,
} from "./prepare-retention";
import { RetentionPreview } from "./retention-preview";

const FIELDS = ["max_age_days", "max_bytes"] as const;

type RetentionFormProps = { workspace: Workspace; stored: RetentionDraft; isEditable: boolean };

/** The limits of a project. Limits that delete something are stored only after a confirmation. */
export function RetentionForm({ workspace, stored, isEditable }: RetentionFormProps) {
  const { connectionId, projectId } = workspace;
  const nowMs = useNow(60_000);
  const queryClient = useQueryClient();
  const [previewed, setPreviewed] = useState(limitsOf(stored, projectId));
  const [question, setQuestion] = useState<{ limits: RetentionLimits; preview: Preview } | null>(null);
  const { form, errors, others, submit } = useValidatedForm({
    schema: z
      .custom<RetentionDraft>()
      .transform((draft) => limitsOf(draft, projectId))
      .pipe(retentionSet),
    defaultValues: stored,
    fields: FIELDS,
  });
  const save = useChange({
    operation: "retention.set",
    doneMessage: () => ({ text: "Retention saved" }),
    onDone: () => {
      setQuestion(null);
      void queryClient.invalidateQueries({ queryKey: ["service", connectionId] });
    },
  });
  const review = useMutation({
    mutationFn: (limits: RetentionLimits) => callOperation(connectionId, "retention.preview", { body: limits }),
    onSuccess: (preview, limits) => {
      save.reset();
      if (preview.calls > 0) setQuestion({ limits, preview });
      else save.mutate(limits);
    },
  });
  const showPreview = () => {
    const checked = retentionSet.safeParse(limitsOf(form.getValues(), projectId));
    if (checked.success) setPreviewed(checked.data);
  };
  const fields = [
    { name: "max_age_days", label: "Maximum age", hint: "in days; leave empty to keep calls of any age" },
    { name: "max_bytes", label: "Maximum size", hint: "in GB of stored JSON; leave empty for no limit" },
  ] as const;
  return (
    <form noValidate onSubmit={submit(review.mutate)} className="grid flex-none gap-[11px] px-4 pt-1 pb-4 max-md:px-3">
      <DialogFailure failure={review.error ? failureOf(review.error) : null} messages={others} />
      {question === null && save.error ? (
        <DialogFailure failure={failureOf(save.error)} messages={[save.error.message]} />
      ) : null}
      {fields.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(ids) => (
            <Input
              {...ids}
              {...form.register(name, { onBlur: showPreview })}
              inputMode="decimal"
              disabled={!isEditable}
              isInvalid={errors[name] !== undefined}
              placeholder="no limit"
              autoComplete="off"
            />
          )}
        </Field>
      ))}
      <RetentionPreview connectionId={connectionId} limits={previewed} />
      <Button
        type="submit"
        kind="primary"
        disabled={!isEditable}
        isBusy={review.isPending || (question === null && save.isPending)}
      >
        Save retention
      </Button>
      {question ? (
        <ConfirmDialog
          title={`Delete old calls of ${projectId}?`}
          description={
            <>
              <p>{deletedText(question.preview, nowMs)} This cannot be undone.</p>
              <p className="mt-1.5">
                {remainingText(question.preview, nowMs)} Later, calls that pass a limit are deleted without a question.
              </p>
            </>
          }
          action="Delete and save"
          change={save}
          onConfirm={() => save.mutate(question.limits)}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </form>
  );
}
