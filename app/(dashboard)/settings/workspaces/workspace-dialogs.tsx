"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { useChange } from "@/components/settings/use-change";
import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";

type DialogProps = { workspace: Workspace; onClose: () => void };

const FIELDS = ["slug"] as const;

/** Gives a workspace another short name; URLs with the old one stop working. */
export function RenameWorkspace({ workspace, onClose }: DialogProps) {
  const [slug, setSlug] = useState(workspace.slug);
  const rename = useChange({
    operation: "workspaces.update",
    doneMessage: () => ({ text: "Workspace renamed" }),
    onDone: onClose,
  });
  const failure = rename.isError ? failureOf(rename.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  return (
    <FormDialog
      title={`Rename ${workspace.slug}`}
      description="Links with the old name stop working."
      action="Rename"
      isReady={slug !== workspace.slug}
      change={rename}
      messages={otherErrors(failure, FIELDS)}
      onSubmit={() => rename.mutate({ id: workspace.id, slug })}
      onClose={onClose}
    >
      <Field label="Short name" error={errors.slug} hint="lower-case letters, digits and hyphens">
        {(ids) => (
          <Input
            {...ids}
            isMono
            value={slug}
            isInvalid={errors.slug !== undefined}
            spellCheck={false}
            onChange={(event) => setSlug(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Removes a workspace. It can be created again, so the name is not typed. */
export function DeleteWorkspace({ workspace: { id, slug, projectId }, onClose }: DialogProps) {
  const remove = useChange({
    operation: "workspaces.delete",
    doneMessage: () => ({ text: "Workspace removed" }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove workspace ${slug}?`}
      description={
        <>
          Links to it stop working. Project <span className="text-code">{projectId}</span> and its data are kept.
        </>
      }
      action="Remove"
      change={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    />
  );
}
