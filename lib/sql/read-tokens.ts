import { SqlProblem } from "./sql-problem";
import type { SqlToken, SqlTokenKind } from "./sql-token";

const SPACE = /\s+|--[^\n]*/y;
const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const INTEGER = /\d+/y;
const PARAMETER = /\{\s*([A-Za-z_]\w*)\s*(?::([^{}]*))?\}/y;
const SIGN = /<=>|->|::|\|\||<=|>=|<>|!=|==|[()[\],.;*/%+\-=<>]/y;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0" },
  ...{ "\\": "\\", "'": "'", '"': '"', "`": "`" },
};

const QUOTES: Readonly<Record<string, SqlTokenKind>> = { "'": "string", '"': "quoted", "`": "quoted" };

/** After these, a digit that follows a point is the place of an element in a tuple: `pair.1`. */
const ENDS_VALUE = /^[)\]]$/;

/**
 * Cuts SQL into tokens, the last of which is the end. Comments and spaces are left out.
 * @throws SqlProblem for a character that has no meaning, and for a string, a name or a comment that does not end
 */
export function readTokens(sql: string): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(sql);
  };
  const add = (kind: SqlTokenKind, text: string, end: number, type: string | null = null) => {
    tokens.push({ kind, text, type, at, end });
    at = end;
  };
  while (at < sql.length) {
    const space = matched(SPACE);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    if (sql.startsWith("/*", at)) {
      const end = sql.indexOf("*/", at + 2);
      if (end === -1) throw new SqlProblem("This comment does not end: */ is missing", at);
      at = end + 2;
      continue;
    }
    const quote = QUOTES[sql[at] ?? ""];
    if (quote !== undefined) {
      const { text, end } = readQuoted(sql, at);
      add(quote, text, end);
      continue;
    }
    const parameter = matched(PARAMETER);
    if (parameter !== null) {
      add("parameter", parameter[1] ?? "", at + parameter[0].length, parameter[2]?.trim() ?? null);
      continue;
    }
    const last = tokens.at(-1);
    const word = matched(WORD);
    const number = last?.text === "." && last.kind === "sign" ? matched(INTEGER) : matched(NUMBER);
    const isElement = sql[at] === "." && last !== undefined && endsValue(last);
    if (word !== null) add("word", word[0], at + word[0].length);
    else if (number !== null && !isElement) add("number", number[0], at + number[0].length);
    else {
      const sign = matched(SIGN);
      if (sign === null) throw new SqlProblem(`The character ${sql[at]} has no meaning here`, at);
      add("sign", sign[0], at + sign[0].length);
    }
  }
  add("end", "", sql.length);
  return tokens;
}

const endsValue = ({ kind, text }: SqlToken): boolean =>
  kind === "word" || kind === "quoted" || (kind === "sign" && ENDS_VALUE.test(text));

/** Reads a text in quotes, in which a quote is doubled or follows a backslash. */
function readQuoted(sql: string, start: number): { readonly text: string; readonly end: number } {
  const quote = sql[start];
  let text = "";
  for (let at = start + 1; at < sql.length; at += 1) {
    const letter = sql[at] ?? "";
    const next = sql[at + 1] ?? "";
    if (letter === "\\") {
      // A backslash before another letter stays, as in a regular expression.
      text += ESCAPES[next] ?? `\\${next}`;
      at += 1;
    } else if (letter !== quote) text += letter;
    else if (next === quote) {
      text += quote;
      at += 1;
    } else return { text, end: at + 1 };
  }
  throw new SqlProblem(`This text does not end: ${quote} is missing`, start);
}
