"use client";

import { useState } from "react";
import type { RunExamples } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/use-run-examples";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { objectName } from "@/lib/api/contract/objects/object-name";
import { filterWords } from "@/lib/evaluation/runs/example-selection";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { useNewDataset } from "./use-new-dataset";

type NewDatasetDialogProps = {
  workspace: Workspace;
  run: EvaluationRun;
  examples: RunExamples;
  onClose: () => void;
};

/** Names the dataset that selected examples become. */
export function NewDatasetDialog({ workspace, run, examples, onClose }: NewDatasetDialogProps) {
  const [part, setPart] = useState<"shown" | "chosen">("shown");
  const { list, chosen, selection } = examples;
  const only = chosen.row === null || chosen.index < 0 ? null : { key: chosen.row.key, index: chosen.index };
  const { creating, readCount } = useNewDataset(workspace, examples, part === "chosen" ? only : null);
  const kind = filterWords[selection.show] ?? "examples";
  const [text, setText] = useState(() => `${run.dataset_name || run.evaluation_id || "evaluation"}-${kind}`);
  const name = objectName(text);
  return (
    <FormDialog
      title="Create a table from examples"
      description="The examples become rows of a dataset, in the order of the evaluation's dataset and without answers and scores."
      action="Create table"
      isReady={name !== ""}
      change={creating}
      aside={creating.isPending ? <span aria-live="polite">{countOf(readCount, "example")} read</span> : null}
      onSubmit={() => creating.mutate(name)}
      onClose={onClose}
    >
      {only === null ? null : (
        <Segmented
          label="Examples"
          value={part}
          onChange={setPart}
          segments={[
            { value: "shown", label: `Shown (${formatCount(list.count)})` },
            { value: "chosen", label: "The chosen one" },
          ]}
        />
      )}
      <Field
        label="Dataset name"
        hint={name === "" ? "Letters, digits, dots and _." : `Saved as ${name}, as a new version if it exists.`}
      >
        {(ids) => <Input {...ids} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
