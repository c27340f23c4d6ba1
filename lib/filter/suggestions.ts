import { parseQuery, quoteField, quoteValue } from "./query-text";

/** What may be typed next, and what it does to the text. */
export interface Suggestion {
  /** The whole term after choosing; of a recent query, all of it. */
  readonly text: string;
  readonly hint: string;
  /** A field or an operator still needs its value: the box keeps the focus and nothing is asked yet. */
  readonly isWhole: boolean;
  /** A query that was asked before: it takes the place of the one that stands. */
  readonly isRecent?: boolean;
}

/** A value that was seen, and how often where that is known. */
export interface ObservedValue {
  readonly value: string;
  readonly count: number | null;
}

/** How a field may be compared, besides being a value. */
export interface OperatorSuggestion {
  /** Behind the colon: `>`, `~`, or `*` for any value. */
  readonly sign: string;
  readonly hint: string;
}

export interface SuggestionSource {
  readonly field: string;
  readonly hint: string;
  /** Values that are known: seen in loaded rows or counted by the service, or all that there are. */
  readonly values: readonly (string | ObservedValue)[];
  readonly operators?: readonly OperatorSuggestion[];
}

const MAX_SUGGESTIONS = 10;
const MAX_RECENT_QUERIES = 4;

/** How texts are compared. */
export const textOperators: readonly OperatorSuggestion[] = [
  { sign: "~", hint: "has this text in it" },
  { sign: "*", hint: "has any value" },
];

/** How numbers and times are compared. */
export const orderOperators: readonly OperatorSuggestion[] = [
  { sign: ">", hint: "more than" },
  { sign: "<", hint: "less than" },
];

/** Suggestions for the word that is being typed: fields first, then operators and values of the chosen field. */
export function suggest(
  typed: string,
  sources: readonly SuggestionSource[],
  recent: readonly string[] = [],
): readonly Suggestion[] {
  const minus = typed.startsWith("-") ? "-" : "";
  const word = typed.slice(minus.length);
  const colon = word.indexOf(":");
  if (colon < 0) {
    const asked = typed === "" ? recent.slice(0, MAX_RECENT_QUERIES) : [];
    return [
      ...asked.map((text) => ({ text, hint: "recent", isWhole: true, isRecent: true })),
      ...fieldSuggestions(minus, word, sources),
    ];
  }
  const source = sources.find(({ field }) => field === fieldBeingTyped(typed));
  return source ? valueSuggestions(`${minus}${quoteField(source.field)}:`, word.slice(colon + 1), source) : [];
}

/** The field whose value is being typed; null while it is the field itself. */
export function fieldBeingTyped(typed: string): string | null {
  const colon = typed.indexOf(":");
  return colon < 0 ? null : typed.slice(typed.startsWith("-") ? 1 : 0, colon).replace(/^"|"$/g, "");
}

function fieldSuggestions(minus: string, word: string, sources: readonly SuggestionSource[]): readonly Suggestion[] {
  const begun = word.toLowerCase();
  const starting = sources.filter(({ field }) => field.toLowerCase().startsWith(begun));
  const within = begun.length < 2 ? [] : sources.filter(({ field }) => field.toLowerCase().includes(`.${begun}`));
  return [...new Set([...starting, ...within])].slice(0, MAX_SUGGESTIONS).map(({ field, hint }) => ({
    text: field.endsWith(".") ? `${minus}${field}` : `${minus}${quoteField(field)}:`,
    hint,
    isWhole: false,
  }));
}

function valueSuggestions(begin: string, rest: string, { values, operators = [] }: SuggestionSource): Suggestion[] {
  const begun = rest.replace(/^"/, "").toLowerCase();
  const signs = rest === "" ? operators : [];
  const matching = values
    .map((entry) => (typeof entry === "string" ? { value: entry, count: null } : entry))
    .filter(({ value }) => value.toLowerCase().includes(begun));
  return [
    ...matching.slice(0, MAX_SUGGESTIONS - signs.length).map(({ value, count }) => ({
      text: `${begin}${quoteValue(value)}`,
      hint: count === null ? "" : count.toLocaleString("en-US"),
      isWhole: true,
    })),
    ...signs.map(({ sign, hint }) => ({ text: `${begin}${sign}`, hint, isWhole: sign === "*" })),
  ];
}

const MAX_STORED_QUERIES = 12;

/** Queries that were asked, the newest first, each once. What says nothing, or cannot be read, is not kept. */
export function withRecentQuery(recent: readonly string[], query: string): readonly string[] {
  const text = query.trim();
  const { terms, problems } = parseQuery(text);
  if (terms.length === 0 || problems.length > 0) return recent;
  return [text, ...recent.filter((other) => other !== text)].slice(0, MAX_STORED_QUERIES);
}
