"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { appQuery, appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { AvailableProjects } from "./available-projects";

const FIELDS = ["projectId", "slug"] as const;

/** Creates a workspace from a connection and one of its projects. */
export function AddWorkspace({ isMember }: { isMember: boolean | undefined }) {
  const isEditable = isMember === true;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [chosenId, setChosenId] = useQueryState("connection", parseAsString);
  const [projectId, setProjectId] = useState("");
  const [slug, setSlug] = useState("");
  const { data } = useQuery(appQuery("connections.list", {}));
  const connections = data?.connections ?? [];
  const connection = connections.find((candidate) => candidate.id === chosenId) ?? connections[0];
  const add = useMutation({
    mutationFn: (project: string) =>
      callApp("workspaces.create", {
        connectionId: connection?.id ?? "",
        projectId: project,
        ...(slug === "" ? {} : { slug }),
      }),
    onSuccess: async ({ workspace }) => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("workspaces.list") });
      router.push(`/${workspace.slug}/traces`);
    },
  });
  const failure = add.isError ? failureOf(add.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(projectId);
  };
  return (
    <section aria-label="New workspace" className="flex min-h-0 flex-col overflow-auto">
      <header className="flex h-[42px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-medium">New workspace</h2>
        {isMember === false ? <span className="text-small text-ink-3">only members can create workspaces</span> : null}
      </header>
      <form onSubmit={submit} className="grid flex-none gap-[11px] px-4 pt-1 pb-4 max-md:px-3">
        {otherErrors(failure, FIELDS).map((message) => (
          <Callout key={message} tone="err">
            {message}
          </Callout>
        ))}
        <Field label="Connection">
          {({ id }) =>
            connection ? (
              <Select
                id={id}
                label="Connection"
                value={connection.id}
                options={connections.map((candidate) => ({ value: candidate.id, label: candidate.name }))}
                onChange={(next) => void setChosenId(next)}
              />
            ) : (
              <Input id={id} disabled value="no connection" readOnly />
            )
          }
        </Field>
        <Field label="Project" hint="entity/project, as in weave.init()" error={errors.projectId}>
          {(ids) => (
            <Input
              {...ids}
              isMono
              required
              disabled={!isEditable}
              isInvalid={errors.projectId !== undefined}
              placeholder="my-team/my-agent"
              value={projectId}
              spellCheck={false}
              onChange={(event) => setProjectId(event.target.value)}
            />
          )}
        </Field>
        <Field label="Short name" hint="Used in the URL; defaults to the project name" error={errors.slug}>
          {(ids) => (
            <Input
              {...ids}
              isMono
              disabled={!isEditable}
              isInvalid={errors.slug !== undefined}
              value={slug}
              spellCheck={false}
              onChange={(event) => setSlug(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          kind="primary"
          disabled={!isEditable || !connection || projectId === ""}
          isBusy={add.isPending}
        >
          Create workspace
        </Button>
      </form>
      {connection ? (
        <AvailableProjects
          key={connection.id}
          connectionId={connection.id}
          isEditable={isEditable && !add.isPending}
          onAdd={(project) => {
            setProjectId(project);
            add.mutate(project);
          }}
        />
      ) : null}
    </section>
  );
}
