import { distance } from "fastest-levenshtein";
import { variableNames } from "./variables";

/** One letter in eight may be wrong: other programs and Heddle's own clients have variables that begin alike. */
const LETTERS_PER_MISTAKE = 8;

/**
 * Returns a sentence for each variable that is set, unknown, and almost the name of one that Heddle reads: it would have no
 * effect. Never a value, which may be a secret.
 */
export function misspelledVariables(source: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set<string>(variableNames);
  return Object.keys(source)
    .filter((name) => name.startsWith("HEDDLE") && !known.has(name) && source[name])
    .flatMap((name) => {
      const [near] = variableNames
        .map((candidate) => ({ candidate, mistakes: distance(name, candidate) }))
        .filter(({ mistakes }) => mistakes <= Math.ceil(name.length / LETTERS_PER_MISTAKE))
        .sort((left, right) => left.mistakes - right.mistakes);
      return near === undefined ? [] : [`${name} is set and has no meaning. Did you mean ${near.candidate}?`];
    });
}
