import { EMPTY_DRAFT, type EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import type { CarriedRows } from "@/lib/address/carried-rows";
import { objectRef } from "@/lib/object/object-ref";

/** A table that is stored as a dataset, and how its rows are asked. */
export interface StoredRows {
  readonly dataset: string;
  readonly version: string;
  readonly messages: CarriedRows["messages"];
}

/** Returns the dataset that the address names, `faq:DIGEST`; null for texts of another form. */
export function namedDataset(text: string | null): StoredRows | null {
  const [dataset = "", version = "", ...rest] = (text ?? "").split(":");
  return dataset === "" || version === "" || rest.length > 0 ? null : { dataset, version, messages: null };
}

/** Returns a draft over all rows of a dataset, asked as the rows say; its models then have no prompts of their own. */
export function withStoredRows(
  draft: EvaluationDraft,
  projectId: string,
  { dataset, version, messages }: StoredRows,
): EvaluationDraft {
  const asked = messages === null ? {} : { ...messages, models: draft.models.map(withoutPrompt) };
  return {
    ...draft,
    ...asked,
    // An evaluation is an object too: under the dataset's own name it would become its latest version.
    name: draft.name === "" ? `${dataset}-evaluation` : draft.name,
    datasetRef: objectRef(projectId, { kind: "object", id: dataset }, version),
    filters: [],
    sample: EMPTY_DRAFT.sample,
    columnMap: {},
  };
}

const withoutPrompt = ({ model }: EvaluationDraft["models"][number]) => ({ model, promptRef: null });
