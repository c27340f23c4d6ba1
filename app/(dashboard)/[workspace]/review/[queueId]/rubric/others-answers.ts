import { reviewerName } from "@/components/review/use-reviewers";
import { textOfAnswer } from "@/lib/review/answers";
import type { Label, Reviewer } from "@/lib/review/labels";
import { choicesOf, type Question } from "@/lib/review/rubric";

/** Returns the answers of other reviewers to a question as one text; null where there are none. */
export function othersAnswers(
  question: Question,
  answers: readonly Label[],
  reader: string,
  reviewers: readonly Reviewer[],
): string | null {
  const others = answers.filter((label) => label.question === question.name && label.reviewer !== reader);
  if (others.length === 0) return null;
  return others
    .map((label) => {
      const text = textOfAnswer(question, label.value);
      const words = choicesOf(question).find((choice) => choice.text === text)?.label ?? text;
      return `${reviewerName(reviewers, label.reviewer)}: ${words}`;
    })
    .join(", ");
}
