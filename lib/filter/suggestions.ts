import { parseQuery, quoteField, quoteValue } from "./query-text";

/** A suggestion for the text, and its effect. */
export interface Suggestion {
  /** The whole term after choosing; for a recent query, the full query. */
  readonly text: string;
  readonly hint: string;
  /** A field or an operator still needs its value: the box keeps the focus and the query does not run yet. */
  readonly isWhole: boolean;
  /** A recent query, which replaces the current one. */
  readonly isRecent?: boolean;
}

/** A value that was seen, with its count if available. */
interface ObservedValue {
  readonly value: string;
  readonly count: number | null;
  /** What pages show in place of the value: the name of a user, of whom the value is the id. */
  readonly name?: string | undefined;
}

/** The comparisons of a field, in addition to equality. */
export interface OperatorSuggestion {
  /** After the colon: `>`, `~`, or `*` for any value. */
  readonly sign: string;
  readonly hint: string;
}

export interface SuggestionSource {
  readonly field: string;
  readonly hint: string;
  /** Available values: seen in loaded rows, counted by the service, or the complete list. */
  readonly values: readonly (string | ObservedValue)[];
  readonly operators?: readonly OperatorSuggestion[];
}

/** The values of one field, as a service counts them. */
export interface FieldValues {
  readonly field: string;
  readonly values: readonly ObservedValue[];
}

/** Returns the sources with the counted values of a field, which may be a path that none of them names. */
export function withFieldValues(
  sources: readonly SuggestionSource[],
  counted: FieldValues | null,
): readonly SuggestionSource[] {
  if (counted === null) return sources;
  const { field, values } = counted;
  return sources.some((source) => source.field === field)
    ? sources.map((source) => (source.field === field ? { ...source, values } : source))
    : [...sources, { field, hint: "", values, operators: textOperators }];
}

const MAX_SUGGESTIONS = 10;
const MAX_RECENT_QUERIES = 4;

/** The comparisons of strings. */
export const textOperators: readonly OperatorSuggestion[] = [
  { sign: "~", hint: "contains this text" },
  { sign: "*", hint: "has any value" },
];

/** The comparisons of numbers and times. */
export const orderOperators: readonly OperatorSuggestion[] = [
  { sign: ">", hint: "more than" },
  { sign: "<", hint: "less than" },
];

/**
 * Returns suggestions for the word that is being typed: fields first, then operators and values of the chosen field.
 */
export function suggest(
  typed: string,
  sources: readonly SuggestionSource[],
  recent: readonly string[] = [],
): readonly Suggestion[] {
  const minus = typed.startsWith("-") ? "-" : "";
  const word = typed.slice(minus.length);
  const colon = word.indexOf(":");
  if (colon < 0) {
    const recentQueries = typed === "" ? recent.slice(0, MAX_RECENT_QUERIES) : [];
    return [
      ...recentQueries.map((text) => ({ text, hint: "recent", isWhole: true, isRecent: true })),
      ...fieldSuggestions(minus, word, sources),
    ];
  }
  const source = sources.find(({ field }) => field === fieldBeingTyped(typed));
  return source ? valueSuggestions(`${minus}${quoteField(source.field)}:`, word.slice(colon + 1), source) : [];
}

/** Returns the field whose value is being typed; null while the field itself is being typed. */
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
    .map((entry): ObservedValue => (typeof entry === "string" ? { value: entry, count: null } : entry))
    .filter(({ value, name }) => [value, name ?? ""].some((text) => text.toLowerCase().includes(begun)));
  return [
    ...matching.slice(0, MAX_SUGGESTIONS - signs.length).map(({ value, count, name }) => ({
      text: `${begin}${quoteValue(value)}`,
      hint: [name, count?.toLocaleString("en-US")].filter((part) => part !== undefined).join(", "),
      isWhole: true,
    })),
    ...signs.map(({ sign, hint }) => ({ text: `${begin}${sign}`, hint, isWhole: sign === "*" })),
  ];
}

const MAX_STORED_QUERIES = 12;

/** Returns recent queries, the newest first, each once. Empty and unreadable ones are not kept. */
export function withRecentQuery(recent: readonly string[], query: string): readonly string[] {
  const text = query.trim();
  const { terms, problems } = parseQuery(text);
  if (terms.length === 0 || problems.length > 0) return recent;
  return [text, ...recent.filter((other) => other !== text)].slice(0, MAX_STORED_QUERIES);
}
