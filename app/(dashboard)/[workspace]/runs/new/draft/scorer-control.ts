import type { DraftControl } from "@/components/evaluation/setup/draft-control";
import { EMPTY_DRAFT, type EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import type { RunDraftControl } from "./run-draft";

const SHARED = ["datasetRef", "filters", "sample", "columnMap", "scorers", "system", "user"] as const;

/** Returns the rows, columns and scorers of a run as the forms of evaluations edit them. */
export function evaluationControl({ draft, change }: RunDraftControl): DraftControl {
  const { datasetRef, filters, sample, columnMap, scorers, system, user } = draft;
  const shown: EvaluationDraft = {
    ...EMPTY_DRAFT,
    ...{ datasetRef, filters, sample, columnMap, scorers, system, user },
    // One model with the prompt of the form, so that its names are offered for mapping.
    models: [{ model: "", promptRef: null }],
  };
  return {
    draft: shown,
    change: (members) =>
      change(Object.fromEntries(SHARED.flatMap((name) => (name in members ? [[name, members[name]]] : [])))),
  };
}

/** Returns the messages of a rejection also under the paths that these forms look for: `rows`, `scorers[0].name`. */
export function evaluationErrors(errors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...errors].map(([path, message]) => [path.replace(/^(?:tasks|reward)\./, ""), message]));
}
