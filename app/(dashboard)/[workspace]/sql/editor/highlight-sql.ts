import { SQL_WORDS } from "./sql-words";

type PieceKind = "plain" | "word" | "function" | "text" | "number" | "comment" | "parameter";

/** A part of a query that is drawn in one color. */
export interface SqlPiece {
  readonly kind: PieceKind;
  readonly text: string;
}

const PIECES =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:[^'\\]|\\[\s\S]|'')*(?:'|$))|(?<parameter>\{\s*\w+\s*(?::[^{}\n]*)?\})|(?<number>\b\d+(?:\.\d+)?\b)|(?<name>[A-Za-z_]\w*)/g;

/** Cuts a query into colored pieces. It needs not be complete: it is being written. */
export function highlightSql(sql: string): readonly SqlPiece[] {
  const pieces: SqlPiece[] = [];
  let end = 0;
  for (const match of sql.matchAll(PIECES)) {
    if (match.index > end) pieces.push({ kind: "plain", text: sql.slice(end, match.index) });
    end = match.index + match[0].length;
    pieces.push({ kind: kindOf(match.groups ?? {}, sql.slice(end)), text: match[0] });
  }
  if (end < sql.length) pieces.push({ kind: "plain", text: sql.slice(end) });
  return pieces;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>, rest: string): PieceKind {
  const kinds = ["comment", "text", "parameter", "number"] as const;
  const found = kinds.find((kind) => groups[kind] !== undefined);
  if (found !== undefined) return found;
  if (/^\s*\(/.test(rest) && !SQL_WORDS.has((groups.name ?? "").toLowerCase())) return "function";
  return SQL_WORDS.has((groups.name ?? "").toLowerCase()) ? "word" : "plain";
}

/** The parameters that a query names, in order, outside of texts and comments. */
export function parametersIn(sql: string): readonly string[] {
  const names = highlightSql(sql).flatMap(({ kind, text }) =>
    kind === "parameter" ? (/\w+/.exec(text)?.[0] ?? []) : [],
  );
  return [...new Set(names)];
}
