"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { otherErrors } from "@/lib/failure/field-errors";
import { type ObjectKey, objectKeyText } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import { editableText, readEdited } from "./prepare-edit";

/** Unpublished texts by version, so that viewing another version loses nothing. They last until the page is closed. */
const drafts = new Map<string, string>();

export function draftKey(workspace: Workspace, object: ObjectKey, digest: string): string {
  return `${workspace.id} ${objectKeyText(object)} ${digest}`;
}

export function hasDraft(key: string): boolean {
  return drafts.has(key);
}

type ValueEditorProps = {
  workspace: Workspace;
  object: ObjectKey;
  draft: string;
  stored: unknown;
  onCancel: () => void;
  onPublished: (digest: string) => void;
};

/** Edits a version's value as text, to be published as the next version. The version itself does not change. */
export function ValueEditor({ workspace, object, draft, stored, onCancel, onPublished }: ValueEditorProps) {
  const [text, setText] = useState(() => drafts.get(draft) ?? editableText(stored));
  const edited = useMemo(() => readEdited(text, stored), [text, stored]);
  const queryClient = useQueryClient();
  const toast = useToast();
  const publish = useMutation({
    mutationFn: (val: unknown) =>
      callOperation(workspace.connectionId, "obj.create", {
        body: { obj: { project_id: workspace.projectId, object_id: object.id, val } },
      }),
    onSuccess: async ({ digest }) => {
      drafts.delete(draft);
      await queryClient.invalidateQueries({ queryKey: ["service", workspace.connectionId, "objs.query"] });
      toast("New version published");
      onPublished(digest);
    },
  });
  const failure = publish.isError ? failureOf(publish.error) : null;
  return (
    <form
      className="flex min-h-72 flex-1 flex-col gap-2 px-4 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (edited.kind === "changed") publish.mutate(edited.value);
      }}
    >
      <textarea
        aria-label="Value as JSON"
        aria-invalid={edited.kind === "broken" || undefined}
        aria-describedby="edited-state"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          drafts.set(draft, event.target.value);
        }}
        className="min-h-0 flex-1 resize-none rounded-control border border-line-strong bg-surface p-2 text-code leading-[18px] aria-invalid:border-err"
      />
      {errorsOf(failure).map((message) => (
        <Callout key={message} tone="err">
          {message}
        </Callout>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <p id="edited-state" className="mr-auto min-w-0 text-small text-ink-2 [overflow-wrap:anywhere]">
          {edited.kind === "broken" ? (
            <span className="text-err">{edited.message}</span>
          ) : edited.kind === "same" ? (
            "No changes yet."
          ) : (
            "It becomes the latest version. This version is kept."
          )}
        </p>
        <Button
          kind="ghost"
          onClick={() => {
            drafts.delete(draft);
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" kind="primary" disabled={edited.kind !== "changed"} isBusy={publish.isPending}>
          Publish
        </Button>
      </div>
    </form>
  );
}

function errorsOf(failure: ServiceFailure | null): readonly string[] {
  if (failure?.kind !== "unsupported") return otherErrors(failure, []);
  return ["This connection does not support /obj/create, so nothing can be published here. Your text is kept."];
}
