"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Checkbox } from "@/components/form/checkbox";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { usePerson } from "@/components/session/use-person";
import { useChange } from "@/components/settings/use-change";
import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { formatCount } from "@/lib/format/count";
import { reachesRole } from "@/lib/workspace/person";
import type { Workspace } from "@/lib/workspace/workspace";
import { useRemoveWorkspace } from "./use-remove-workspace";

type DialogProps = { workspace: Workspace; onClose: () => void };

const FIELDS = ["slug"] as const;

/** The embedded service, which is known to offer every deletion. */
const LOCAL_CONNECTION = "local";

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

/** Removes a workspace, which can be created again. An admin can delete the data of its project, too. */
export function DeleteWorkspace({ workspace, onClose }: DialogProps) {
  const { slug, projectId } = workspace;
  const mayDeleteData = reachesRole(usePerson(), "admin", workspace) && workspace.connectionId === LOCAL_CONNECTION;
  const [deletesData, setDeletesData] = useState(false);
  const { removing, removedCalls } = useRemoveWorkspace(workspace, deletesData, onClose);
  return (
    <ConfirmDialog
      title={deletesData ? `Delete project ${projectId}?` : `Remove workspace ${slug}?`}
      description={
        deletesData ? (
          "Deletes every call, thread, model, monitor, review queue, object, price and feedback of the project. This cannot be undone. Table rows and uploaded files stay on disk; they cannot be deleted yet."
        ) : (
          <>
            Links to it stop working. Project <span className="text-code">{projectId}</span> and its data are kept.
          </>
        )
      }
      action={deletesData ? "Delete project" : "Remove"}
      change={removing}
      isLocked={removing.isPending}
      {...(deletesData && { typed: { what: projectId, accepts: (typed) => typed === projectId, isMono: true } })}
      aside={
        deletesData && removing.isPending ? (
          <span role="status" className="text-small text-ink-2">
            {formatCount(removedCalls)} calls deleted
          </span>
        ) : null
      }
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      {mayDeleteData ? (
        <label className="flex items-center gap-2 text-small" htmlFor="delete-data">
          <Checkbox
            id="delete-data"
            checked={deletesData}
            disabled={removing.isPending}
            onCheckedChange={(checked) => setDeletesData(checked === true)}
          />
          Also delete the data of the project
        </label>
      ) : null}
    </ConfirmDialog>
  );
}
