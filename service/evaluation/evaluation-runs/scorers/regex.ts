import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { compilePattern } from "./common-pattern";
import { type ScoredAnswer, ScorerError } from "./score";
import { answerAtPath, textOf } from "./value-at-path";

/** Characters; the time of a match grows with them. */
const MAX_SEARCHED_LENGTH = 1_000_000;

/** Returns whether the pattern matches the answer, or a part of it. @throws PatternError, ScorerError */
export function scoreRegex(scorer: ScorerOf<"regex">, { output }: ScoredAnswer): boolean {
  const answer = answerAtPath(output, scorer.answer_path);
  if (answer === undefined || answer === null) return false;
  const text = textOf(answer);
  if (text.length > MAX_SEARCHED_LENGTH)
    throw new ScorerError(`The answer has ${text.length} characters; at most ${MAX_SEARCHED_LENGTH} are searched.`);
  const pattern = compilePattern(scorer.pattern, scorer.flags);
  return scorer.match === "whole" ? pattern.matches(text) : pattern.matcher(text).find();
}
