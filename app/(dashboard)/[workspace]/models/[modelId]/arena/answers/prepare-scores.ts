import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import type { AnswerContent } from "./prepare-answer-content";

export const scorerKinds = ["marks", "exact", "contains", "pattern", "json", "length"] as const;

export type ScorerKind = (typeof scorerKinds)[number];

/** How answers are rewarded. */
export interface Scorer {
  readonly kind: ScorerKind;
  /** The text to look for; for `exact` and `contains`, empty means the original answer of the prompt. */
  readonly text: string;
}

/** The reason why a scorer cannot be used as it is; null when it can. */
export function scorerProblem({ kind, text }: Scorer): string | null {
  if (kind === "length")
    return /^[1-9]\d{0,6}$/.test(text.trim()) ? null : "Enter a whole number of characters, at least 1";
  if (kind !== "pattern") return null;
  if (text === "") return "Enter a regular expression";
  return pattern(text) === null ? "Invalid regular expression" : null;
}

function pattern(text: string): RegExp | null {
  try {
    return new RegExp(text, "u");
  } catch {
    // The expression is incomplete or invalid: the field shows the error.
    return null;
  }
}

/** The reward of an answer; null when there is none. */
export function scoreOf(
  scorer: Scorer,
  prompt: Pick<ArenaPrompt, "expected">,
  content: AnswerContent,
  mark: number | null,
) {
  if (scorer.kind === "marks") return mark;
  if (scorerProblem(scorer) !== null) return null;
  const isMet = matchesPattern(scorer, prompt.expected, content);
  return isMet === null ? null : Number(isMet);
}

function matchesPattern(
  { kind, text }: Scorer,
  expected: string | null,
  { text: answer }: AnswerContent,
): boolean | null {
  const wanted = text === "" ? expected : text;
  switch (kind) {
    case "marks":
      return null;
    case "exact":
      return wanted === null ? null : answer.trim() === wanted.trim();
    case "contains":
      return wanted === null ? null : answer.toLowerCase().includes(wanted.trim().toLowerCase());
    case "pattern":
      return pattern(text)?.test(answer) ?? null;
    case "json":
      return isJson(answer);
    case "length":
      return answer.length <= Number(text);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Parsing is the test.
    return false;
  }
}

export type ScoreComparison = "win" | "tie" | "loss";

/** The result of an answer against the pinned one; null when one of them has no reward. */
export function compareScores(reward: number | null, pinned: number | null): ScoreComparison | null {
  if (reward === null || pinned === null) return null;
  return reward > pinned ? "win" : reward < pinned ? "loss" : "tie";
}

/** An answer to one prompt, as the figures of its column count it. */
export interface Scored {
  readonly isSeen: boolean | null;
  readonly isAnswered: boolean;
  readonly reward: number | null;
  /** The reward of the pinned column's answer to the same prompt. */
  readonly pinned: number | null;
}

/** The figures of a column. Means are null when nothing was rewarded. */
export interface ColumnFigures {
  readonly mean: number | null;
  readonly seen: number | null;
  readonly unseen: number | null;
  /** The mean reward on seen prompts minus the mean on unseen ones. */
  readonly gap: number | null;
  readonly answered: number;
  readonly total: number;
  readonly verdicts: Readonly<Record<ScoreComparison, number>>;
}

export function columnFigures(answers: readonly Scored[]): ColumnFigures {
  const seen = mean(answers.filter(({ isSeen }) => isSeen === true));
  const unseen = mean(answers.filter(({ isSeen }) => isSeen === false));
  const verdicts = { win: 0, tie: 0, loss: 0 };
  for (const { reward, pinned } of answers) {
    const verdict = compareScores(reward, pinned);
    if (verdict !== null) verdicts[verdict] += 1;
  }
  return {
    mean: mean(answers),
    seen,
    unseen,
    gap: seen === null || unseen === null ? null : seen - unseen,
    answered: answers.filter(({ isAnswered }) => isAnswered).length,
    total: answers.length,
    verdicts,
  };
}

function mean(answers: readonly Scored[]): number | null {
  const rewards = answers.flatMap(({ reward }) => reward ?? []);
  return rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
}
