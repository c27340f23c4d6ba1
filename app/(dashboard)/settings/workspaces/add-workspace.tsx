"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { z } from "zod";
import { DialogFailure } from "@/components/dialog/dialog-failure";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { Button } from "@/components/ui/button";
import { appQuery, appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { workspaceCreate } from "@/lib/api/contract/app/workspaces";
import { AvailableProjects } from "./available-projects";

const newWorkspace = workspaceCreate.omit({ connectionId: true }).extend({
  slug: z
    .string()
    .transform((slug) => (slug === "" ? undefined : slug))
    .pipe(workspaceCreate.shape.slug),
});

/** Creates a workspace from a connection and one of its projects. */
export function AddWorkspace({ isMember }: { isMember: boolean | undefined }) {
  const isEditable = isMember === true;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [chosenId, setChosenId] = useQueryState("connection", parseAsString);
  const { form, errors, others, submit } = useValidatedForm({
    schema: newWorkspace,
    defaultValues: { projectId: "", slug: "" },
    fields: ["projectId", "slug"],
  });
  const { data } = useQuery(appQuery("connections.list", {}));
  const connections = data?.connections ?? [];
  const connection = connections.find((candidate) => candidate.id === chosenId) ?? connections[0];
  const add = useMutation({
    mutationFn: ({ projectId, slug }: z.output<typeof newWorkspace>) =>
      callApp("workspaces.create", {
        connectionId: connection?.id ?? "",
        projectId,
        ...(slug === undefined ? {} : { slug }),
      }),
    onSuccess: async ({ workspace }) => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("workspaces.list") });
      router.push(`/${workspace.slug}/traces`);
    },
  });
  const send = submit(add.mutate);
  return (
    <section aria-label="New workspace" className="flex min-h-0 flex-col overflow-auto">
      <header className="flex h-[42px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-medium">New workspace</h2>
        {isMember === false ? <span className="text-small text-ink-3">only members can create workspaces</span> : null}
      </header>
      <form onSubmit={send} className="grid flex-none gap-[11px] px-4 pt-1 pb-4 max-md:px-3">
        <DialogFailure failure={add.error ? failureOf(add.error) : null} messages={others} />
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
              {...form.register("projectId")}
              isMono
              required
              disabled={!isEditable}
              isInvalid={errors.projectId !== undefined}
              placeholder="my-team/my-agent"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Short name" hint="Used in the URL; defaults to the project name" error={errors.slug}>
          {(ids) => (
            <Input
              {...ids}
              {...form.register("slug")}
              isMono
              disabled={!isEditable}
              isInvalid={errors.slug !== undefined}
              spellCheck={false}
            />
          )}
        </Field>
        <Button
          type="submit"
          kind="primary"
          disabled={!isEditable || !connection || form.watch("projectId") === ""}
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
            form.setValue("projectId", project);
            void send();
          }}
        />
      ) : null}
    </section>
  );
}
