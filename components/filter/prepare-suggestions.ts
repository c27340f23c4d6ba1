import { quoteValue } from "./query-text";

/** What may be typed next, and what it does to the text. */
export interface Suggestion {
  /** The whole term after choosing. */
  readonly text: string;
  readonly hint: string;
  /** A field still needs its value: the box keeps the focus and nothing is asked yet. */
  readonly isWhole: boolean;
}

export interface SuggestionSource {
  readonly field: string;
  readonly hint: string;
  /** Values that are known: seen in loaded rows, or all that there are. */
  readonly values: readonly string[];
}

const MOST = 8;

/** Suggestions for the word that is being typed: fields first, then values of the chosen field. */
export function suggest(typed: string, sources: readonly SuggestionSource[]): readonly Suggestion[] {
  const minus = typed.startsWith("-") ? "-" : "";
  const word = typed.slice(minus.length);
  const colon = word.indexOf(":");
  if (colon < 0) {
    return sources
      .filter((source) => source.field.startsWith(word.toLowerCase()))
      .slice(0, MOST)
      .map((source) => ({
        text: source.field.endsWith(".") ? `${minus}${source.field}` : `${minus}${source.field}:`,
        hint: source.hint,
        isWhole: false,
      }));
  }
  const field = word.slice(0, colon);
  const begun = word
    .slice(colon + 1)
    .replace(/^"/, "")
    .toLowerCase();
  const source = sources.find((candidate) => candidate.field === field);
  return (source?.values ?? [])
    .filter((value) => value.toLowerCase().includes(begun))
    .slice(0, MOST)
    .map((value) => ({ text: `${minus}${field}:${quoteValue(value)}`, hint: "", isWhole: true }));
}
