"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { timeOfField } from "@/lib/format/time-field";
import { zoneName } from "@/lib/format/time-zone";
import type { Workspace } from "@/lib/workspace/workspace";
import { DeploymentRow } from "./deployment-row";

type DeploymentsDialogProps = { workspace: Workspace; deployments: readonly Deployment[]; onClose: () => void };

/** Members of the request that fields show. */
const FIELDS = ["name", "at", "note", "url"] as const;

const EMPTY = { name: "", at: "", note: "", url: "" };

/** Marks deployments, and removes marks of the range of the chart. */
export function DeploymentsDialog({ workspace, deployments, onClose }: DeploymentsDialogProps) {
  const { connectionId, projectId } = workspace;
  const [draft, setDraft] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const queries = useQueryClient();
  // The last change, in words. A toast would take the Escape that closes the dialog.
  const [status, setStatus] = useState("");
  const atMs = timeOfField(draft.at);
  const mark = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "deployments.mark", {
        body: {
          ...{ project_id: projectId, name: draft.name.trim(), note: draft.note.trim() },
          ...{ at: atMs === null ? null : new Date(atMs).toISOString(), url: draft.url.trim() || null },
        },
      }),
    onSuccess: async ({ name }) => {
      setDraft(EMPTY);
      setIsChecked(false);
      await refresh(`Marked ${name}`);
    },
  });
  const refresh = async (done: string) => {
    setStatus(done);
    await queries.invalidateQueries({ queryKey: ["service", connectionId, "deployments.list"] });
  };
  const failure = mark.error ? failureOf(mark.error) : null;
  const refused = fieldErrors(failure, FIELDS);
  const isNameless = draft.name.trim() === "";
  const errors = { ...refused, ...(isChecked && isNameless ? { name: "Enter a name" } : {}) };
  const field = (member: keyof typeof EMPTY, label: string, more: { hint?: string; type?: string } = {}) => (
    <Field label={label} hint={more.hint} error={errors[member]}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          autoFocus={member === "name"}
          type={more.type ?? "text"}
          step={more.type === undefined ? undefined : 1}
          value={draft[member]}
          isInvalid={errors[member] !== undefined}
          onChange={(event) => setDraft({ ...draft, [member]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title="Deployments"
      description="Lines in the charts of Overview, Costs and dashboards, from whose names before and after are compared. Programs mark them with POST /deployments/mark, and releases that calls name are found without a mark."
      action="Mark"
      closeLabel="Close"
      change={mark}
      messages={otherErrors(failure, FIELDS)}
      aside={
        <p role="status" className="truncate text-small text-ink-3">
          {status}
        </p>
      }
      onSubmit={() => {
        setIsChecked(true);
        if (!isNameless) mark.mutate();
      }}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {field("name", "Name", { hint: "a version, or what changed" })}
        {field("at", `Time (${zoneName(atMs ?? Date.now())})`, { hint: "defaults to now", type: "datetime-local" })}
        {field("note", "Note", { hint: "optional" })}
        {field("url", "Link", { hint: "optional" })}
      </div>
      <h3 className="mt-2 text-small font-medium">Marked in the range of the chart</h3>
      {deployments.length === 0 ? (
        <p className="text-small text-ink-3">None.</p>
      ) : (
        <ul aria-label="Marked deployments" className="max-h-52 overflow-y-auto border-y border-line">
          {deployments.toReversed().map((deployment) => (
            <DeploymentRow key={deployment.id} workspace={workspace} deployment={deployment} onDone={refresh} />
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
