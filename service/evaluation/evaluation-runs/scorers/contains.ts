import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { type ScoredAnswer, ScorerError } from "./score";
import { answerAtPath, textOf, valueAtPath } from "./value-at-path";

/** Returns the texts to find; null when the row has none. @throws ScorerError for an empty text, which is in every answer */
function textsOf({ texts, column }: ScorerOf<"contains">, row: ScoredAnswer["row"]): readonly string[] | null {
  if (!column) return texts;
  const value = valueAtPath(row, column);
  if (value === undefined || value === null) return null;
  const found = (Array.isArray(value) ? value : [value]).map(textOf);
  if (found.length === 0) return null;
  if (found.includes(""))
    throw new ScorerError(`The column ${column} of this row is empty text, which every answer contains.`);
  return found;
}

/** Returns whether the answer contains any or all of the texts. */
export function scoreContains(scorer: ScorerOf<"contains">, { output, row }: ScoredAnswer): boolean | null {
  const texts = textsOf(scorer, row);
  if (texts === null) return null;
  const answer = answerAtPath(output, scorer.answer_path);
  if (answer === undefined || answer === null) return false;
  const fold = (text: string) => (scorer.fold_case ? text.normalize("NFC").toLowerCase() : text.normalize("NFC"));
  const searched = fold(textOf(answer));
  const isIn = (text: string) => searched.includes(fold(text));
  return scorer.match === "all" ? texts.every(isIn) : texts.some(isIn);
}
