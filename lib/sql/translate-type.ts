import { sqlText } from "./quote-sql";
import { SqlProblem } from "./sql-problem";
import type { SqlToken } from "./sql-token";
import { TokenCursor } from "./token-cursor";

/** Types without the states of aggregates, which would be read from a text that anybody wrote. */
const TYPES = new Set(
  [
    "String FixedString Bool UUID Date Date32 DateTime DateTime64 Array Tuple Map Nullable LowCardinality Decimal Decimal32",
    "Decimal64 Decimal128 Float32 Float64 Int8 Int16 Int32 Int64 Int128 Int256 UInt8 UInt16 UInt32 UInt64 UInt128 UInt256",
  ].flatMap((line) => line.split(" ")),
);

const typesByLetters = new Map([...TYPES].map((name) => [name.toLowerCase(), name]));

/** Reads a type, and returns it as SQL. */
export function translateType(cursor: TokenCursor): string {
  return cursor.nested(() => {
    const token = cursor.take();
    const name = token.kind === "word" ? typesByLetters.get(token.text.toLowerCase()) : undefined;
    if (name === undefined) throw cursor.problem(`There is no type ${token.text}`, token);
    if (!cursor.takeSign("(")) return name;
    const members = cursor.list(() => translateMember(cursor));
    cursor.expectSign(")");
    return `${name}(${members.join(", ")})`;
  });
}

function translateMember(cursor: TokenCursor): string {
  const { kind, text } = cursor.peek();
  if (kind === "number" && /^\d+$/.test(text)) return cursor.take().text;
  if (kind === "string") return sqlText(cursor.take().text);
  return translateType(cursor);
}

/** Reads a type from a text, which stands at a token. */
export function translateTypeText(text: string, at: SqlToken): string {
  try {
    const cursor = new TokenCursor(text);
    const type = translateType(cursor);
    if (cursor.peek().kind !== "end") throw cursor.unexpected("the end of the type");
    return type;
  } catch (error) {
    if (error instanceof SqlProblem) throw new SqlProblem(error.message, at.at);
    throw error;
  }
}
