import type { EvaluationDraft } from "./evaluation-draft";

/** The draft of an evaluation, and how it changes. */
export interface DraftControl {
  readonly draft: EvaluationDraft;
  readonly change: (members: Partial<EvaluationDraft>) => void;
}
