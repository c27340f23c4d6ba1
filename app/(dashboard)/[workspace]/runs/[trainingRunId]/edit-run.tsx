"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Switch } from "@/components/form/switch";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";

const FIELDS = ["name", "group", "tags", "notes"] as const;

/** As the service checks them. */
const MAX_NAME = 128;
const MAX_NOTES = 20_000;

type EditRunProps = { workspace: Workspace; run: TrainingRunDetail; onClose: () => void };

const tagsIn = (text: string) => [...new Set(text.split(/[,\n]/).flatMap((tag) => tag.trim() || []))];

/** Changes the name, group, tags and notes of a run, and archives it. */
export function EditRun({ workspace: { connectionId, projectId }, run, onClose }: EditRunProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(run.name);
  const [group, setGroup] = useState(run.group ?? "");
  const [tags, setTags] = useState((run.tags ?? []).join(", "));
  const [notes, setNotes] = useState(run.notes ?? "");
  const [isArchived, setIsArchived] = useState(run.is_archived === true);
  const given = run.given_name ?? run.name;
  const change = useMutation({
    mutationFn: () => {
      const shown = name.trim();
      const body = {
        ...{ project_id: projectId, run_id: run.id, tags: tagsIn(tags), is_archived: isArchived },
        name: shown === "" || shown === given ? null : shown,
        group: group.trim() || null,
        notes: notes.trim() || null,
      };
      return callOperation(connectionId, "trainingRuns.update", { body });
    },
    onSuccess: async () => {
      onClose();
      const isOfRuns = (id: unknown) => typeof id === "string" && id.startsWith("trainingRuns.");
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isOfRuns(queryKey[2]) });
    },
  });
  const failure = change.isError ? failureOf(change.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  return (
    <FormDialog
      title="Edit run"
      description="For everyone who sees the run. The program that trains is not affected."
      action="Save"
      change={change}
      messages={otherErrors(failure, FIELDS)}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Field label="Name" hint={`Empty shows ${given}`} error={errors.name}>
        {(ids) => (
          <Input {...ids} value={name} maxLength={MAX_NAME} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label="Group" hint="Such as a sweep; optional" error={errors.group}>
        {(ids) => (
          <Input {...ids} value={group} maxLength={MAX_NAME} onChange={(event) => setGroup(event.target.value)} />
        )}
      </Field>
      <Field label="Tags" hint="Separated by commas" error={errors.tags}>
        {(ids) => <Input {...ids} value={tags} onChange={(event) => setTags(event.target.value)} />}
      </Field>
      <Field label="Notes" error={errors.notes}>
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            value={notes}
            maxLength={MAX_NOTES}
            onChange={(event) => setNotes(event.target.value)}
            className="w-full resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5"
          />
        )}
      </Field>
      <Switch isOn={isArchived} onChange={setIsArchived} label="Archived: the list of runs leaves it out" />
    </FormDialog>
  );
}
