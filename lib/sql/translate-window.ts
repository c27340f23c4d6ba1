import { sqlName } from "./quote-sql";
import type { TokenCursor } from "./token-cursor";

/** Translates what follows OVER: the name of a window, or a window in parentheses. */
export function translateWindow(cursor: TokenCursor, expression: () => string): string {
  const { kind } = cursor.peek();
  if (kind === "word" || kind === "quoted") return sqlName(cursor.take().text);
  cursor.expectSign("(");
  const parts: string[] = [];
  if (cursor.takeWords("partition", "by")) parts.push(`PARTITION BY ${cursor.list(expression).join(", ")}`);
  if (cursor.takeWords("order", "by")) parts.push(`ORDER BY ${translateOrder(cursor, expression)}`);
  const unit = ["rows", "range"].find((word) => cursor.takeWords(word));
  if (unit !== undefined) parts.push(`${unit.toUpperCase()} ${frame(cursor)}`);
  cursor.expectSign(")");
  return `(${parts.join(" ")})`;
}

/** Translates what follows ORDER BY. */
export function translateOrder(cursor: TokenCursor, expression: () => string): string {
  const items = cursor.list(() => {
    const value = expression();
    const direction = ["asc", "desc"].find((word) => cursor.takeWords(word));
    const nulls = cursor.takeWords("nulls", "first")
      ? " NULLS FIRST"
      : cursor.takeWords("nulls", "last")
        ? " NULLS LAST"
        : "";
    return `${value}${direction === undefined ? "" : ` ${direction.toUpperCase()}`}${nulls}`;
  });
  return items.join(", ");
}

function frame(cursor: TokenCursor): string {
  if (!cursor.takeWords("between")) return bound(cursor);
  const from = bound(cursor);
  cursor.expectWord("and");
  return `BETWEEN ${from} AND ${bound(cursor)}`;
}

function bound(cursor: TokenCursor): string {
  if (cursor.takeWords("current", "row")) return "CURRENT ROW";
  const { kind, text } = cursor.peek();
  const isCount = kind === "number" && /^\d+$/.test(text);
  if (!isCount && !cursor.isWord("unbounded")) throw cursor.unexpected("a number, UNBOUNDED or CURRENT ROW");
  cursor.take();
  const side = ["preceding", "following"].find((word) => cursor.takeWords(word));
  if (side === undefined) throw cursor.unexpected("PRECEDING or FOLLOWING");
  return `${isCount ? text : "UNBOUNDED"} ${side.toUpperCase()}`;
}
