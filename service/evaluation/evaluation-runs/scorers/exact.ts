import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { isJsonObject } from "@/lib/guard/json-object";
import type { ScoredAnswer } from "./score";
import { answerAtPath, jsonOf, valueAtPath } from "./value-at-path";

interface Folding {
  readonly trim: boolean;
  readonly fold_case: boolean;
}

function foldText(text: string, { trim, fold_case: isFolded }: Folding): string {
  const trimmed = (trim ? text.trim() : text).normalize("NFC");
  return isFolded ? trimmed.toLowerCase() : trimmed;
}

/** Returns a value as JSON with sorted members, so that equal values have equal texts. 1 and 1.0 are equal. */
export function canonicalJson(value: unknown, folding: Folding): string {
  if (typeof value === "string") return JSON.stringify(foldText(value, folding));
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, folding)).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name.normalize("NFC"))}:${canonicalJson(value[name], folding)}`);
  return `{${members.join(",")}}`;
}

/**
 * Returns true when the answer equals the expected value after Unicode normalization (NFC); null when the row has none.
 * A text answer to an expected value of another kind is read as JSON.
 */
export function scoreExact(scorer: ScorerOf<"exact">, { output, row }: ScoredAnswer): boolean | null {
  const expected = valueAtPath(row, scorer.expected);
  if (expected === undefined || expected === null) return null;
  const answer = answerAtPath(output, scorer.answer_path);
  if (answer === undefined || answer === null) return false;
  if (typeof expected === "string" && typeof answer === "string") {
    return foldText(answer, scorer) === foldText(expected, scorer);
  }
  const read = typeof answer === "string" ? jsonOf(answer) : answer;
  const given = typeof expected === "string" ? jsonOf(expected) : expected;
  if (read === undefined || given === undefined) return false;
  return canonicalJson(read, scorer) === canonicalJson(given, scorer);
}
