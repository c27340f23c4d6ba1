import {
  agreementInterval,
  cohenKappa,
  krippendorffAlpha,
  percentAgreement,
} from "@/lib/evaluation/statistics/agreement";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { comparedQuestions } from "./item-state";
import { answersTo, comparable, type LabelIndex } from "./labels";
import type { Question } from "./rubric";

/** Below this number of shared items only counts are shown. */
export const MIN_SHARED_ITEMS = 10;

/** What the measures say, below the figures that name them. */
export const MEASURES_EXPLAINED =
  "κ (Cohen) for two reviewers, α (Krippendorff) for more and for numbers: agreement beyond chance. 1 is full agreement, 0 is what chance gives.";

/** How far reviewers agree on one question. */
export interface QuestionAgreement {
  readonly name: string;
  readonly title: string;
  /** Items that at least two reviewers answered. */
  readonly shared: number;
  /** The number of them with equal answers. */
  readonly equal: number;
  readonly percent: number | null;
  /** Cohen's kappa for two reviewers and answers without an order, else Krippendorff's alpha. */
  readonly measure: "kappa" | "alpha";
  readonly value: number | null;
  readonly interval: Interval | null;
}

type Answer = string | number | boolean;

/** Returns the agreement on each question that can be compared. */
export function questionAgreement(
  rubric: readonly Question[],
  subjects: readonly string[],
  labels: LabelIndex,
): readonly QuestionAgreement[] {
  return comparedQuestions(rubric).map((question) => {
    const answered = subjects.map((subject) => answersTo(labels, subject, question.name));
    const shared = answered.filter((answers) => answers.length > 1);
    const items = shared.map((answers) => answers.map(({ value }) => comparable(value)));
    const reviewers = [...new Set(shared.flatMap((answers) => answers.map(({ reviewer }) => reviewer)))].sort();
    const isNumber = question.field.kind === "number";
    const isKappa = reviewers.length === 2 && !isNumber;
    const facts = {
      name: question.name,
      title: question.title,
      shared: shared.length,
      equal: items.filter((answers) => new Set(answers).size === 1).length,
      percent: percentAgreement(items),
      measure: isKappa ? ("kappa" as const) : ("alpha" as const),
    };
    if (shared.length < MIN_SHARED_ITEMS) return { ...facts, value: null, interval: null };
    if (!isKappa) {
      const alpha = (drawn: readonly (readonly Answer[])[]) =>
        krippendorffAlpha(drawn, isNumber ? "interval" : "nominal");
      return { ...facts, value: alpha(items), interval: agreementInterval(items, alpha) };
    }
    const pairs = shared.map((answers): readonly [Answer, Answer] => {
      const of = (reviewer: string | undefined) =>
        comparable(answers.find((answer) => answer.reviewer === reviewer)?.value ?? "");
      return [of(reviewers[0]), of(reviewers[1])];
    });
    return { ...facts, value: cohenKappa(pairs), interval: agreementInterval(pairs, cohenKappa) };
  });
}

/** The answers of two reviewers against each other. */
export interface AnswerMatrix {
  readonly labels: readonly string[];
  /** By the reader's answer, then by the other's. */
  readonly counts: readonly (readonly number[])[];
}

const MAX_MATRIX_VALUES = 6;

/** Counts pairs of answers of two reviewers; null where there is none, or too many different answers to show. */
export function answerMatrix(
  question: string,
  subjects: readonly string[],
  labels: LabelIndex,
  [first, second]: readonly [string, string],
): AnswerMatrix | null {
  const pairs = subjects.flatMap((subject) => {
    const answers = answersTo(labels, subject, question);
    const [left, right] = [first, second].map((reviewer) => answers.find((answer) => answer.reviewer === reviewer));
    return left && right ? [[String(comparable(left.value)), String(comparable(right.value))] as const] : [];
  });
  const values = [...new Set(pairs.flat())].sort((left, right) => left.localeCompare(right, "en", { numeric: true }));
  if (pairs.length === 0 || values.length > MAX_MATRIX_VALUES) return null;
  const counts = values.map((row) =>
    values.map((column) => pairs.filter(([left, right]) => left === row && right === column).length),
  );
  return { labels: values, counts };
}
