"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { objectName } from "@/lib/api/contract/objects/object-name";
import { publishDataset } from "@/lib/dataset/publish-table";
import type { Workspace } from "@/lib/workspace/workspace";
import { useStoring } from "./use-create-table";

type SaveDatasetProps = {
  workspace: Workspace;
  digest: string;
  /** Called with `NAME:DIGEST` of the created version. */
  onSaved: (dataset: string) => void;
};

/** Names a table that so far has only a digest: creates a dataset, or a new version of one. */
export function SaveDataset({ workspace, digest, onSaved }: SaveDatasetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const storing = useStoring();
  return (
    <>
      <Button {...storing} kind="ghost" size="small" onClick={() => setIsOpen(true)} className="max-md:hidden">
        Save as a dataset
      </Button>
      {isOpen ? (
        <SaveDialog
          workspace={workspace}
          digest={digest}
          onSaved={(dataset) => {
            setIsOpen(false);
            onSaved(dataset);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function SaveDialog({ workspace, digest, onSaved, onClose }: SaveDatasetProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const name = objectName(text);
  const saving = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      return `${name}:${await publishDataset(workspace, name, digest, signal)}`;
    },
    onSuccess: async (dataset) => {
      await queries.invalidateQueries({
        queryKey: serviceQueryKey(workspace.connectionId, "objs.query", null).slice(0, 3),
      });
      onSaved(dataset);
    },
  });
  return (
    <FormDialog
      title="Save as a dataset"
      description="The rows are already stored; the dataset version references them."
      action="Save"
      isReady={name !== ""}
      change={saving}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Field
        label="Dataset name"
        hint={name === "" ? "Letters, digits, dots and _." : `Saved as ${name}, as a new version if it exists.`}
      >
        {(ids) => <Input {...ids} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
