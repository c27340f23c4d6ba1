import { expect, it } from "vitest";
import { emptyQuestion } from "@/lib/review/question-draft";
import { emptyQueue, type QueueDraft, queueProblem } from "./queue-draft";

const draft = (members: Partial<QueueDraft>) => queueProblem({ ...emptyQueue, name: "Tone", ...members });
const question = (title: string, key: string) => ({ kind: "new", key, draft: { ...emptyQuestion, title } }) as const;

it.each([
  [{}, null],
  [{ name: " " }, "Enter a name."],
  [{ questions: [] }, "Add a question."],
  [{ questions: [question("", "a")] }, "A question is incomplete."],
  [{ questions: [question("Is it kind", "a"), question("Is-it kind", "b")] }, "Two questions are named Is-it-kind."],
  [{ reviewsPerItem: "" }, null],
  [{ reviewsPerItem: "0" }, "Reviews per item must be a whole number from 1 to 50, or empty."],
  [{ reviewsPerItem: "1.5" }, "Reviews per item must be a whole number from 1 to 50, or empty."],
])("a new queue is checked before anything is stored: %o", (members, problem) => {
  expect(draft(members)).toBe(problem);
});
