import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { type ScoredAnswer, ScorerError } from "./score";
import { answerAtPath, textOf, valueAtPath } from "./value-at-path";

export interface NumberScore {
  readonly within: boolean;
  /** |answer − expected|; null when the answer has no number, which is not an error of 0. */
  readonly error: number | null;
  readonly reason?: string;
}

/** With thousands separators, which come in groups of three digits. */
const NUMBER = /(?<![\w.])[-+\u2212]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(?:\.\d+|(?<=\d))(?:[eE][-+]?\d+)?(?![\d])/g;

/** Returns the numbers of a text, in order. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(NUMBER)]
    .map(([token]) => Number(token.replaceAll(",", "").replace("\u2212", "-")))
    .filter(Number.isFinite);
}

/** Returns the number of a value, or the reason why there is none. */
function numberOf(given: unknown, find: "only" | "first" | "last"): number | string {
  const value = plainNumber(given);
  if (typeof value === "number") return Number.isFinite(value) ? value : "The answer is not a finite number";
  if (typeof value !== "string") return `No number in ${textOf(value).slice(0, 100) || "an empty answer"}`;
  const numbers = numbersIn(value);
  const chosen = find === "last" ? numbers.at(-1) : numbers[0];
  if (chosen === undefined) return "No number in the answer";
  return find === "only" && numbers.length > 1 ? `${numbers.length} numbers in the answer instead of one` : chosen;
}

/**
 * Returns whether |answer − expected| ≤ max(absolute, relative × |expected|); null when the row has no expected number.
 *
 * @throws ScorerError when the expected value is not a number
 */
export function scoreNumber(scorer: ScorerOf<"number">, { output, row }: ScoredAnswer): NumberScore | null {
  const given = plainNumber(valueAtPath(row, scorer.expected));
  if (given === undefined || given === null) return null;
  const expected = numberOf(given, "only");
  if (typeof expected === "string") throw new ScorerError(`The column ${scorer.expected} of this row is not a number.`);
  const answer = numberOf(answerAtPath(output, scorer.answer_path), scorer.find);
  if (typeof answer === "string") return { within: false, error: null, reason: answer };
  const error = Math.abs(answer - expected);
  return { within: error <= Math.max(scorer.absolute, scorer.relative * Math.abs(expected)), error };
}
