import { SQL_FUNCTION_NAMES } from "@/lib/sql/sql-functions";
import { SQL_VIEWS } from "@/lib/sql/sql-views";
import { highlightSql } from "./highlight-sql";
import { SQL_WORDS } from "./sql-words";

/** A name that can be written in place of the one that is being typed. */
export interface SqlCompletion {
  readonly text: string;
  readonly hint: string;
}

/** What is being typed, and what it may become. */
export interface SqlCompletions {
  /** Where the typed part begins. */
  readonly from: number;
  readonly choices: readonly SqlCompletion[];
}

const MAX_CHOICES = 8;
const NONE: SqlCompletions = { from: 0, choices: [] };

/**
 * Returns what a name may become that ends at the caret: columns of the views that the query names before those of others, views,
 * functions and words. None within a text or a comment.
 */
export function completeSql(sql: string, caret: number): SqlCompletions {
  const before = sql.slice(0, caret);
  const typed = before.slice(beginOfName(before));
  const last = highlightSql(before).at(-1)?.kind;
  if (typed.length < 2 || /^\d/.test(typed) || last === "text" || last === "comment" || last === "parameter")
    return NONE;
  const letters = typed.toLowerCase();
  const named = new Set(sql.toLowerCase().match(/\w+/g) ?? []);
  const views = [...SQL_VIEWS].sort((left, right) => Number(named.has(right.name)) - Number(named.has(left.name)));
  const all: SqlCompletion[] = [
    ...views.flatMap(({ name, columns }) =>
      columns.map((column) => ({ text: column.name, hint: `${column.type}, ${name}` })),
    ),
    ...views.map(({ name }) => ({ text: name, hint: "view" })),
    ...SQL_FUNCTION_NAMES.map((name) => ({ text: name, hint: "function" })),
    ...[...SQL_WORDS].map((word) => ({ text: word.toUpperCase(), hint: "" })),
  ];
  const begins = (text: string) => text.toLowerCase().startsWith(letters);
  const contains = (text: string) => text.toLowerCase().includes(letters);
  const found = [
    ...all.filter(({ text }) => begins(text)),
    ...all.filter(({ text }) => !begins(text) && contains(text)),
  ];
  const known = new Set<string>();
  const choices = found.filter(({ text }) => !known.has(text) && known.add(text)).slice(0, MAX_CHOICES);
  // A name that is complete needs nothing.
  return choices[0]?.text === typed ? NONE : { from: caret - typed.length, choices };
}

/** Returns where the name begins that a text ends with. */
function beginOfName(text: string): number {
  let at = text.length;
  while (at > 0 && /\w/.test(text[at - 1] ?? "")) at -= 1;
  return at;
}
