"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { FailureLines } from "@/components/settings/failure-lines";
import { OneTimeSecret } from "@/components/settings/one-time-secret";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_KEY_NAME_LENGTH } from "@/lib/api/contract/admin/service-keys";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { parseProjectList } from "./prepare-service-keys";

/** Creates a key and shows it once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [projectsTyped, setProjectsTyped] = useState("");
  const projects = parseProjectList(projectsTyped);
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: () => callApp("serviceKeys.create", { name, projects }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("serviceKeys.list") }),
    // The response contains the key: it is not cached after this dialog closes.
    gcTime: 0,
  });
  const projectFields = (projects ?? []).map((_, index) => `projects[${index}]`);
  const failure = create.isError ? failureOf(create.error) : null;
  const errors = fieldErrors(failure, ["name", ...projectFields]);
  const projectError = Object.entries(errors).find(([field]) => field !== "name")?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data) {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title={`Key ${create.data.name}`}
        description={
          <>
            Use it as <span className="text-code">WANDB_API_KEY</span>, as the password of Basic authentication with the
            user <span className="text-code">api</span>, or as a Bearer token.
          </>
        }
      >
        <OneTimeSecret what="key" text={create.data.key} />
        <div className="mt-3.5 flex justify-end">
          <DialogClose asChild>
            <Button kind="primary">Done</Button>
          </DialogClose>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="New key"
      description="Data logged with this key is stored under your name. The key is valid until it is revoked."
    >
      <form onSubmit={submit} className="grid gap-[11px]">
        <Field label="Name" hint="where it is used: ci, laptop" error={errors.name}>
          {(ids) => (
            <Input
              {...ids}
              value={name}
              maxLength={MAX_KEY_NAME_LENGTH}
              isInvalid={errors.name !== undefined}
              autoComplete="off"
              required
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Limit to projects"
          hint="entity/project, separated by commas. Leave empty for all projects."
          error={projectError}
        >
          {(ids) => (
            <Input
              {...ids}
              isMono
              value={projectsTyped}
              isInvalid={projectError !== undefined}
              placeholder="all projects"
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setProjectsTyped(event.target.value)}
            />
          )}
        </Field>
        <FailureLines messages={otherErrors(failure, ["name", ...projectFields])} />
        <div className="mt-1 flex justify-end gap-2">
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="primary" disabled={name.trim() === ""} isBusy={create.isPending}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
