import { v7 as uuidv7 } from "uuid";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { type Entered, enteredValue } from "@/lib/feedback/annotation";
import type { AnswerTexts } from "./answer-drafts";
import { comparable, type Label } from "./labels";
import type { Question } from "./rubric";
import type { ReviewChange } from "./save-review";

/** An answer as it is typed into a field. */
export function textOfAnswer({ field }: Pick<Question, "field">, value: unknown): string {
  if (field.kind === "json") return JSON.stringify(value);
  return String(comparable(value));
}

/** The answers of a reviewer as they are typed. */
export function textsOf(rubric: readonly Question[], own: readonly Label[]): AnswerTexts {
  return Object.fromEntries(
    rubric.flatMap((question) => {
      const label = own.find(({ question: name }) => name === question.name);
      return label === undefined ? [] : [[question.name, textOfAnswer(question, label.value)]];
    }),
  );
}

const enteredAnswer = (question: Question, texts: AnswerTexts): Entered =>
  enteredValue(question.field, texts[question.name] ?? "");

/** The first question that keeps the answers from being saved; null when they can be. */
export function unansweredQuestion(rubric: readonly Question[], texts: AnswerTexts): Question | null {
  return (
    rubric.find((question) => {
      const { kind } = enteredAnswer(question, texts);
      return kind === "wrong" || (kind === "empty" && !question.isOptional);
    }) ?? null
  );
}

/** Returns what saving an item changes: answers that differ from the reviewer's earlier ones. */
export function reviewChange(
  item: QueueItem,
  rubric: readonly Question[],
  { texts, own }: { readonly texts: AnswerTexts; readonly own: readonly Label[] },
): ReviewChange {
  const added: ReviewChange["added"][number][] = [];
  const replaced: string[] = [];
  for (const question of rubric) {
    const before = own.filter(({ question: name }) => name === question.name);
    const entered = enteredAnswer(question, texts);
    const isSame =
      entered.kind === "value" &&
      before.length > 0 &&
      before.every(({ value }) => comparable(value) === comparable(entered.value));
    if (isSame) continue;
    if (entered.kind === "value") {
      added.push({ feedbackId: uuidv7(), question: question.name, ref: question.ref, value: entered.value });
    }
    replaced.push(...before.flatMap(({ feedbackId }) => (feedbackId === "" ? [] : [feedbackId])));
  }
  return { item, state: "completed", added, replaced };
}
