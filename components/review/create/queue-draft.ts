import { emptyQuestion, type QuestionDraft, questionProblem, specOf } from "@/lib/review/question-draft";
import type { Question } from "@/lib/review/rubric";

/** A question of a new queue: one of the project, or one that is being written. */
export type DraftQuestion =
  | { readonly kind: "existing"; readonly key: string; readonly question: Question }
  | { readonly kind: "new"; readonly key: string; readonly draft: QuestionDraft };

/** A queue that is being created. */
export interface QueueDraft {
  readonly name: string;
  readonly description: string;
  readonly questions: readonly DraftQuestion[];
  /** Ids of users; empty for everyone. */
  readonly assignees: readonly string[];
  /** As typed; empty for one review of every reviewer. */
  readonly reviewsPerItem: string;
}

export const emptyQueue: QueueDraft = {
  name: "",
  description: "",
  questions: [
    { kind: "new", key: "first", draft: { ...emptyQuestion, title: "Correct" } },
    {
      kind: "new",
      key: "second",
      draft: { ...emptyQuestion, title: "Better answer", kind: "correction", isOptional: true },
    },
  ],
  assignees: [],
  reviewsPerItem: "1",
};

const MAX_REVIEWS = 50;

const nameOf = (question: DraftQuestion) =>
  question.kind === "existing" ? question.question.name : specOf(question.draft).name;

/** Returns why a queue cannot be created; null when it can. */
export function queueProblem({ name, questions, reviewsPerItem }: QueueDraft): string | null {
  if (name.trim() === "") return "Enter a name.";
  if (questions.length === 0) return "Add a question.";
  for (const question of questions) {
    const problem = question.kind === "new" ? questionProblem(question.draft) : null;
    if (problem !== null) return "A question is incomplete.";
  }
  const names = questions.map(nameOf);
  const repeated = names.find((each, at) => names.indexOf(each) !== at);
  if (repeated !== undefined) return `Two questions are named ${repeated}.`;
  const reviews = Number(reviewsPerItem);
  if (reviewsPerItem.trim() !== "" && !(Number.isInteger(reviews) && reviews >= 1 && reviews <= MAX_REVIEWS)) {
    return `Reviews per item must be a whole number from 1 to ${MAX_REVIEWS}, or empty.`;
  }
  return null;
}
