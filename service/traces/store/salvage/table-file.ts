import type { TableColumns } from "./part-description";

/** What the engine's file of a table says. */
export interface StoredTable {
  /** The name of the folder with its parts. */
  readonly id: string;
  readonly columns: TableColumns;
  /** The column by which it is partitioned; null for none. */
  readonly partition: string | null;
}

/** Reads the statement that the engine keeps of a table. Returns null for another one. */
export function readTableFile(sql: string): StoredTable | null {
  const [, id] = /^ATTACH TABLE _ UUID '([0-9a-f-]{36})'/.exec(sql) ?? [];
  if (id === undefined) return null;
  const columns = new Map<string, string>();
  for (const { 1: name = "", index, 0: found } of sql.matchAll(/^ {4}`(\w+)` /gm))
    columns.set(name, typeAt(sql, index + found.length));
  return { id, columns, partition: /^PARTITION BY (\w+)$/m.exec(sql)?.[1] ?? null };
}

/** Returns the type that begins there, on one line, as the files of parts have it. */
function typeAt(sql: string, from: number): string {
  let depth = 0;
  let at = from;
  for (; at < sql.length; at += 1) {
    const character = sql[at] ?? "";
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && /[\s,]/.test(character))) break;
  }
  return sql.slice(from, at).replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
}
