import { isNameAlone, sqlName, sqlText } from "./quote-sql";
import { sqlFunction } from "./sql-functions";
import type { SqlNames } from "./sql-names";
import { type SqlParameters, translateParameter } from "./sql-parameter";
import { JSON_COLUMNS } from "./sql-views";
import type { TokenCursor } from "./token-cursor";
import { translateType, translateTypeText } from "./translate-type";
import { translateWindow } from "./translate-window";

/** What an expression needs of the query that it is in. */
export interface ExpressionHost {
  readonly cursor: TokenCursor;
  readonly parameters: SqlParameters;
  /** Translates a query up to the parenthesis that closes it, which is not read. */
  readonly query: () => string;
  readonly names: SqlNames;
  /** Called with the last part of each name of a column. */
  readonly onName: (name: string) => void;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  ...{ "=": "=", "==": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" },
  "<=>": "IS NOT DISTINCT FROM",
};

const CONSTANTS = new Set(["null", "true", "false", "nan", "inf"]);

const UNITS = new Set("second minute hour day week month quarter year millisecond microsecond".split(" "));

/** Words that begin something else, so that no name in an expression is one of them. */
const RESERVED = new Set(
  "select from where group having order limit offset union except intersect join on using as with qualify window settings format into prewhere sample final by then else when end and or between like ilike in is asc desc inner left right full cross array any all".split(
    " ",
  ),
);

/** True for a word that a name without quotes cannot be. */
export const isReserved = (word: string): boolean => RESERVED.has(word.toLowerCase());

/** Translates an expression. What is returned has all its operators in parentheses. */
export function translateExpression(host: ExpressionHost): string {
  return host.cursor.nested(() => either(host));
}

/** A condition, and the parts of it that all must hold. */
interface Conditions {
  readonly sql: string;
  readonly parts: readonly string[];
}

/** Translates the condition of WHERE. */
export function translateConditions(host: ExpressionHost): Conditions {
  const { cursor } = host;
  const parts = [negated(host)];
  while (cursor.takeWords("and")) parts.push(negated(host));
  let sql = parts.length === 1 ? parts.join() : `(${parts.join(" AND ")})`;
  if (!cursor.isWord("or")) return { sql, parts };
  while (cursor.takeWords("or")) sql = `(${sql} OR ${both(host)})`;
  return { sql, parts: [] };
}

function either(host: ExpressionHost): string {
  let left = both(host);
  while (host.cursor.takeWords("or")) left = `(${left} OR ${both(host)})`;
  return left;
}

function both(host: ExpressionHost): string {
  let left = negated(host);
  while (host.cursor.takeWords("and")) left = `(${left} AND ${negated(host)})`;
  return left;
}

function negated(host: ExpressionHost): string {
  if (host.cursor.isWord("not") && !host.cursor.isSign("(", 1)) {
    host.cursor.take();
    return `(NOT ${host.cursor.nested(() => negated(host))})`;
  }
  return compared(host);
}

function compared(host: ExpressionHost): string {
  const { cursor } = host;
  let left = joined(host);
  for (;;) {
    const { kind, text } = cursor.peek();
    const sign = kind === "sign" ? COMPARISONS[text] : undefined;
    if (sign !== undefined) {
      cursor.take();
      left = `(${left} ${sign} ${joined(host)})`;
    } else if (cursor.takeWords("is")) {
      const not = cursor.takeWords("not") ? " NOT" : "";
      if (cursor.takeWords("distinct", "from")) left = `(${left} IS${not} DISTINCT FROM ${joined(host)})`;
      else {
        cursor.expectWord("null");
        left = `(${left} IS${not} NULL)`;
      }
    } else {
      const not = cursor.isWord("not") && ["like", "ilike", "in", "between"].some((word) => cursor.isWord(word, 1));
      if (not) cursor.take();
      const prefix = not ? "NOT " : "";
      if (cursor.takeWords("like")) left = `(${left} ${prefix}LIKE ${joined(host)})`;
      else if (cursor.takeWords("ilike")) left = `(${left} ${prefix}ILIKE ${joined(host)})`;
      else if (cursor.takeWords("in")) left = `(${left} ${prefix}IN ${translateSet(host)})`;
      else if (cursor.takeWords("between")) {
        const from = joined(host);
        cursor.expectWord("and");
        left = `(${left} ${prefix}BETWEEN ${from} AND ${joined(host)})`;
      } else return left;
    }
  }
}

/** The right side of IN. A name there would be the name of a table: the engine reads it. */
function translateSet(host: ExpressionHost): string {
  const { cursor } = host;
  const start = cursor.peek();
  if (start.kind === "parameter") return translateParameter(cursor.take(), host.parameters, cursor);
  if (cursor.isSign("[")) return primary(host);
  cursor.expectSign("(");
  if (isQueryNext(cursor)) return inParentheses(host.query(), cursor);
  const items = cursor.list(() => {
    const first = cursor.peek();
    const item = translateExpression(host);
    if (isNameAlone(item))
      throw cursor.problem("IN takes values or a query, not a name; has(list, value) asks a list", first);
    return item;
  });
  return inParentheses(items.join(", "), cursor);
}

function inParentheses(sql: string, cursor: TokenCursor): string {
  cursor.expectSign(")");
  return `(${sql})`;
}

/** True where a query begins, within any number of parentheses. */
function isQueryNext(cursor: TokenCursor): boolean {
  let ahead = 0;
  while (cursor.isSign("(", ahead)) ahead += 1;
  return cursor.isWord("select", ahead) || cursor.isWord("with", ahead);
}

const binary =
  (signs: readonly string[], next: (host: ExpressionHost) => string) =>
  (host: ExpressionHost): string => {
    let left = next(host);
    for (;;) {
      const sign = signs.find((each) => host.cursor.takeSign(each));
      if (sign === undefined) return left;
      left = `(${left} ${sign} ${next(host)})`;
    }
  };

const multiplied = binary(["*", "/", "%"], signed);
const added = binary(["+", "-"], multiplied);
const joined = binary(["||"], added);

function signed(host: ExpressionHost): string {
  const { cursor } = host;
  if (cursor.takeSign("-")) return `(-${cursor.nested(() => signed(host))})`;
  if (cursor.takeSign("+")) return cursor.nested(() => signed(host));
  return continued(host, primary(host));
}

/** What follows a value: `[1]`, `.1`, `::Type`. */
function continued(host: ExpressionHost, start: string): string {
  const { cursor } = host;
  let sql = start;
  for (;;) {
    if (cursor.takeSign("[")) {
      sql = `${sql}[${translateExpression(host)}]`;
      cursor.expectSign("]");
    } else if (cursor.takeSign("::")) sql = `CAST(${sql} AS ${translateType(cursor)})`;
    else if (cursor.takeSign(".")) {
      const { kind, text } = cursor.peek();
      if (kind === "number") sql = `tupleElement(${sql}, ${text})`;
      else if (kind === "word" || kind === "quoted") sql = `tupleElement(${sql}, ${sqlText(text)})`;
      else throw cursor.unexpected("the name or the place of a member");
      cursor.take();
    } else return sql;
  }
}

function primary(host: ExpressionHost): string {
  const { cursor } = host;
  const { kind, text } = cursor.peek();
  if (kind === "number") return cursor.take().text;
  if (kind === "string") return sqlText(cursor.take().text);
  if (kind === "parameter") return translateParameter(cursor.take(), host.parameters, cursor);
  if (kind === "quoted") return translateName(host);
  if (cursor.takeSign("[")) return listed(host, "]", (items) => `[${items}]`);
  if (cursor.takeSign("(")) return parenthesized(host);
  if (kind !== "word") throw cursor.unexpected("a value");
  return worded(host, text.toLowerCase());
}

function worded(host: ExpressionHost, word: string): string {
  const { cursor } = host;
  if (CONSTANTS.has(word)) {
    cursor.take();
    return word;
  }
  if (word === "case") return translateCase(host);
  if (word === "exists" && cursor.isSign("(", 1)) {
    cursor.take();
    cursor.take();
    return `exists${inParentheses(host.query(), cursor)}`;
  }
  if (word === "interval" && !cursor.isSign(".", 1) && !cursor.isSign(",", 1)) return translateInterval(host);
  if (word === "cast" && cursor.isSign("(", 1)) return translateCast(host);
  if ((word === "date" || word === "timestamp") && cursor.peek(1).kind === "string") {
    cursor.take();
    return `${word === "date" ? "toDate" : "toDateTime64"}(${sqlText(cursor.take().text)}${word === "date" ? "" : ", 6, 'UTC'"})`;
  }
  if (cursor.isSign("(", 1)) return translateCall(host);
  if (isReserved(word)) throw cursor.unexpected("a value");
  return translateName(host);
}

/** Reads the items of a list, of which there may be none, and what closes it. */
function listed(host: ExpressionHost, close: string, write: (items: string) => string): string {
  if (host.cursor.takeSign(close)) return write("");
  const items = host.cursor.list(() => translateExpression(host));
  host.cursor.expectSign(close);
  return write(items.join(", "));
}

function parenthesized(host: ExpressionHost): string {
  if (isQueryNext(host.cursor)) return inParentheses(host.query(), host.cursor);
  const items = host.cursor.list(() => translateExpression(host));
  return inParentheses(items.join(", "), host.cursor);
}

/** A column, or a member of a column with JSON. */
function translateName(host: ExpressionHost): string {
  const { cursor } = host;
  const parts = [cursor.take().text];
  while (cursor.isSign(".") && ["word", "quoted"].includes(cursor.peek(1).kind)) {
    cursor.take();
    parts.push(cursor.take().text);
  }
  const json = parts.findIndex((part, index) => index < 2 && index < parts.length - 1 && JSON_COLUMNS.has(part));
  if (json === -1) {
    const declared = parts.length === 1 ? host.names.find("value", parts[0] ?? "") : null;
    if (declared !== null) return declared;
    host.onName(parts.at(-1) ?? "");
    return parts.map(sqlName).join(".");
  }
  const column = parts
    .slice(0, json + 1)
    .map(sqlName)
    .join(".");
  const path = [column, ...parts.slice(json + 1).map(sqlText)].join(", ");
  return `multiIf(JSONType(${path}) = 'String', JSONExtractString(${path}), JSONType(${path}) = 'Null', NULL, JSONExtractRaw(${path}))`;
}

function translateCase(host: ExpressionHost): string {
  const { cursor } = host;
  cursor.take();
  const subject = cursor.isWord("when") ? "" : ` ${translateExpression(host)}`;
  const branches: string[] = [];
  while (cursor.takeWords("when")) {
    const condition = translateExpression(host);
    cursor.expectWord("then");
    branches.push(` WHEN ${condition} THEN ${translateExpression(host)}`);
  }
  if (branches.length === 0) throw cursor.unexpected("WHEN");
  const otherwise = cursor.takeWords("else") ? ` ELSE ${translateExpression(host)}` : "";
  cursor.expectWord("end");
  return `(CASE${subject}${branches.join("")}${otherwise} END)`;
}

function translateInterval(host: ExpressionHost): string {
  const { cursor } = host;
  cursor.take();
  const { kind, text } = cursor.peek();
  const written = kind === "string" ? /^(\d+)\s+(\w+)$/.exec(text) : null;
  if (written !== null) cursor.take();
  const count = written?.[1] ?? continued(host, primary(host));
  const token = cursor.peek();
  const unit = (written?.[2] ?? cursor.take().text).toLowerCase().replace(/s$/, "");
  if (!UNITS.has(unit)) throw cursor.problem(`Expected a unit of time, not ${token.text}`, token);
  return `INTERVAL ${count} ${unit.toUpperCase()}`;
}

function translateCast(host: ExpressionHost): string {
  const { cursor } = host;
  cursor.take();
  cursor.take();
  const value = translateExpression(host);
  if (cursor.takeWords("as")) return `CAST${inParentheses(`${value} AS ${translateType(cursor)}`, cursor)}`;
  cursor.expectSign(",");
  const token = cursor.take();
  if (token.kind !== "string") throw cursor.problem("Expected a type in quotes", token);
  return `CAST${inParentheses(`${value} AS ${translateTypeText(token.text, token)}`, cursor)}`;
}

/** A function with its arguments: `quantile(0.95)(duration_ms)`, `count(DISTINCT op)`, `sum(x) OVER (ORDER BY y)`. */
function translateCall(host: ExpressionHost): string {
  const { cursor } = host;
  const token = cursor.take();
  const called = sqlFunction(token.text);
  if (called === null) throw cursor.problem(`There is no function ${token.text} for queries`, token);
  cursor.expectSign("(");
  const isDistinct = called.isAggregate && cursor.takeWords("distinct");
  const first = called.isAggregate && cursor.isSign("*") ? allRows(cursor) : argumentsOf(host);
  let sql = `${called.name}(${isDistinct ? "DISTINCT " : ""}${first})`;
  if (called.isAggregate && cursor.takeSign("("))
    sql += `(${cursor.takeWords("distinct") ? "DISTINCT " : ""}${argumentsOf(host)})`;
  if (called.isAggregate && cursor.isWord("filter") && cursor.isSign("(", 1)) {
    cursor.take();
    cursor.take();
    cursor.expectWord("where");
    sql += ` FILTER(WHERE ${translateExpression(host)})`;
    cursor.expectSign(")");
  }
  if (!cursor.takeWords("over")) return sql;
  return `${sql} OVER ${translateWindow(cursor, () => translateExpression(host))}`;
}

function allRows(cursor: TokenCursor): string {
  cursor.take();
  cursor.expectSign(")");
  return "";
}

const argumentsOf = (host: ExpressionHost): string =>
  host.cursor.takeSign(")") ? "" : closed(host, host.cursor.list(() => translateArgument(host)).join(", "));

function closed({ cursor }: ExpressionHost, sql: string): string {
  cursor.expectSign(")");
  return sql;
}

/** An argument: an expression, or a function of its own, `x -> x + 1`. */
function translateArgument(host: ExpressionHost): string {
  const { cursor } = host;
  const names = namesOfLambda(cursor);
  if (names === null) return translateExpression(host);
  return `(${names.map(sqlName).join(", ")}) -> ${host.names.hiding(names, () => translateExpression(host))}`;
}

/** Takes `x ->` or `(x, y) ->` if it follows. */
function namesOfLambda(cursor: TokenCursor): readonly string[] | null {
  const isName = (ahead: number) => ["word", "quoted"].includes(cursor.peek(ahead).kind);
  const take = (count: number) => Array.from({ length: count }, () => cursor.take());
  if (isName(0) && cursor.isSign("->", 1))
    return take(2)
      .slice(0, 1)
      .map(({ text }) => text);
  if (!cursor.isSign("(")) return null;
  let ahead = 1;
  while (isName(ahead) && cursor.isSign(",", ahead + 1)) ahead += 2;
  if (!isName(ahead) || !cursor.isSign(")", ahead + 1) || !cursor.isSign("->", ahead + 2)) return null;
  return take(ahead + 3)
    .filter(({ kind }) => kind !== "sign")
    .map(({ text }) => text);
}
