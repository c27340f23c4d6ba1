"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";

type DialogProps = { workspace: Workspace; onClose: () => void };

const FIELDS = ["slug"] as const;

/** Gives a workspace another short name; URLs with the old one stop working. */
export function RenameWorkspace({ workspace, onClose }: DialogProps) {
  const [slug, setSlug] = useState(workspace.slug);
  const finish = useFinishDialog(onClose, "Workspace renamed");
  const rename = useMutation({
    mutationFn: () => callApp("workspaces.update", { id: workspace.id, slug }),
    onSuccess: finish,
  });
  const failure = rename.isError ? failureOf(rename.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Rename ${workspace.slug}`}
      description="Links with the old name stop working."
    >
      <form onSubmit={submit}>
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
        <OtherWorkspaces messages={otherErrors(failure, FIELDS)} />
        <div className="mt-3.5 flex justify-end gap-2">
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="primary" disabled={slug === workspace.slug} isBusy={rename.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Removes a workspace. It can be created again, so the name is not typed. */
export function DeleteWorkspace({ workspace, onClose }: DialogProps) {
  const finish = useFinishDialog(onClose, "Workspace removed");
  const remove = useMutation({
    mutationFn: () => callApp("workspaces.delete", { id: workspace.id }),
    onSuccess: finish,
  });
  const failure = remove.isError ? failureOf(remove.error) : null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Remove workspace ${workspace.slug}?`}
      description={
        <>
          Links to it stop working. Project <span className="text-code">{workspace.projectId}</span> and its data are
          kept.
        </>
      }
    >
      <OtherWorkspaces messages={otherErrors(failure, [])} />
      <div className="mt-3.5 flex justify-end gap-2">
        <DialogClose asChild>
          <Button kind="ghost">Cancel</Button>
        </DialogClose>
        <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </div>
    </Dialog>
  );
}

function OtherWorkspaces({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <Callout key={message} tone="err" className="mt-3">
      {message}
    </Callout>
  ));
}

/** Reloads the lists, shows the message and closes. */
function useFinishDialog(onClose: () => void, message: string): () => Promise<void> {
  const queryClient = useQueryClient();
  const toast = useToast();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ["app"] });
    toast(message);
    onClose();
  };
}
