import {
  agreementInterval,
  cohenKappa,
  krippendorffAlpha,
  percentAgreement,
} from "@/lib/evaluation/statistics/agreement";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { comparable, type LabelIndex } from "./labels";
import { MIN_SHARED_ITEMS } from "./question-agreement";

type Answer = string | number | boolean;

/** A trial with the score that the judge gave. */
export interface JudgedTrial {
  /** The key of its example. */
  readonly key: string;
  /** From 1. */
  readonly trial: number;
  /** The refs of the calls that people may have labelled: the trial, and the model's answer in it. */
  readonly subjects: readonly string[];
  readonly score: unknown;
}

/** A trial on which people and the judge disagree. */
export interface Disagreement {
  readonly key: string;
  readonly trial: number;
  readonly score: Answer;
  readonly label: Answer;
}

/** The agreement of a judge with people's answers to one question. */
export interface JudgeAgreement {
  readonly question: string;
  /** Trials with a score and a label that can be compared. */
  readonly labelled: number;
  /** Number of excluded labels: of a kind other than the score's, or without a majority. */
  readonly left: number;
  readonly percent: number;
  /** Cohen's kappa, or Krippendorff's alpha for numbers. */
  readonly measure: "kappa" | "alpha";
  /** Null below ten trials, and where all answers are equal. */
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly disagreements: readonly Disagreement[];
}

/** Returns the answer that most people gave; null for a tie. */
function majority(values: readonly Answer[]): Answer | null {
  const counts = new Map<Answer, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, left], [, right]) => right - left);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

function labelsOf({ subjects }: JudgedTrial, question: string, labels: LabelIndex): readonly Answer[] {
  const byReviewer = new Map<string, Answer>();
  for (const subject of subjects)
    for (const { reviewer, value } of labels.get(subject)?.get(question) ?? [])
      byReviewer.set(reviewer, comparable(value));
  return [...byReviewer.values()];
}

function agreementOn(question: string, trials: readonly JudgedTrial[], labels: LabelIndex): JudgeAgreement | null {
  const pairs: [Answer, Answer][] = [];
  const disagreements: Disagreement[] = [];
  let left = 0;
  for (const trial of trials) {
    const given = labelsOf(trial, question, labels);
    if (given.length === 0 || trial.score === null || trial.score === undefined) continue;
    const label = majority(given);
    const score = comparable(trial.score);
    if (label === null || typeof label !== typeof score) {
      left += 1;
      continue;
    }
    pairs.push([score, label]);
    if (score !== label) disagreements.push({ key: trial.key, trial: trial.trial, score, label });
  }
  const percent = percentAgreement(pairs);
  if (percent === null) return null;
  const isNumber = pairs.every(([score]) => typeof score === "number");
  const figureOf = (drawn: readonly (readonly [Answer, Answer])[]) =>
    isNumber ? krippendorffAlpha(drawn, "interval") : cohenKappa(drawn);
  const isEnough = pairs.length >= MIN_SHARED_ITEMS;
  return {
    question,
    labelled: pairs.length,
    left,
    percent,
    measure: isNumber ? "alpha" : "kappa",
    value: isEnough ? figureOf(pairs) : null,
    interval: isEnough ? agreementInterval(pairs, figureOf) : null,
    disagreements,
  };
}

/**
 * Returns the agreement of the scores with people's answers by question, the one with most labels first. If a trial has
 * several answers, the majority counts.
 */
export function judgeAgreement(trials: readonly JudgedTrial[], labels: LabelIndex): readonly JudgeAgreement[] {
  const questions = new Set(
    trials.flatMap(({ subjects }) => subjects.flatMap((subject) => [...(labels.get(subject)?.keys() ?? [])])),
  );
  return [...questions]
    .flatMap((question) => agreementOn(question, trials, labels) ?? [])
    .sort((left, right) => right.labelled - left.labelled || left.question.localeCompare(right.question));
}
