import { parseJson } from "@/lib/api/contract/scalars/json-text";

/** A request from a Python program, and the arguments that are not literals. */
export interface PythonRequest {
  readonly value: unknown;
  readonly skipped: readonly string[];
}

/**
 * Reads the arguments of the first call that sends a request: `create(model="…", messages=[…])`, or `post(…,
 * json={…})`. Only literals are read; nothing is executed. Null when there is no such call.
 */
export function readPythonRequest(text: string): PythonRequest | null {
  const call = /\b(?:create|completion|acompletion|parse|stream|post)\s*\(/g;
  for (const { index, 0: head } of text.matchAll(call)) {
    const reader = new PythonReader(text, index + head.length);
    const { named, skipped } = reader.arguments();
    if (named.size === 0) continue;
    const body = named.get("json");
    if (body !== undefined) return { value: body, skipped: [] };
    if (named.has("messages") || named.has("model") || named.has("input") || named.has("contents")) {
      return { value: Object.fromEntries(named), skipped: skipped.map((name) => `${name}: not a literal`) };
    }
  }
  return null;
}

/** The text is not a literal: a variable, a call or an expression. */
class NotLiteral extends Error {
  override readonly name = "NotLiteral";
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const STRING =
  /[rRbBuU]{0,2}(?:"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)')/y;
const NUMBER = /-?(?:\d[\d_]*)(?:\.\d*)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const SPACE = /(?:\s|#[^\n]*|\\\n)+/y;

class PythonReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Reads `name=value, …)`. Values that are not literals are skipped and listed. */
  arguments(): { named: ReadonlyMap<string, unknown>; skipped: readonly string[] } {
    const named = new Map<string, unknown>();
    const skipped: string[] = [];
    while (this.#peek() !== ")" && this.#at < this.#text.length) {
      const start = this.#at;
      const name = this.#match(WORD)?.[0];
      const isNamed = name !== undefined && this.#peek() === "=" && this.#text[this.#at + 1] !== "=";
      if (!isNamed) this.#at = start;
      else this.#at += 1;
      const value = this.#at;
      try {
        const read = this.#value();
        if (name !== undefined && isNamed) named.set(name, read);
      } catch (error) {
        if (!(error instanceof NotLiteral)) throw error;
        this.#at = value;
        this.#skipExpression();
        if (name !== undefined && isNamed) skipped.push(name);
      }
      if (this.#peek() !== ",") break;
      this.#at += 1;
    }
    return { named, skipped };
  }

  #value(): unknown {
    const value = this.#atom();
    const next = this.#peek();
    // More follows the literal: a method, an operator or an index.
    if (next !== "" && !",)]}:".includes(next)) throw new NotLiteral();
    return value;
  }

  #atom(): unknown {
    const next = this.#peek();
    if (next === "{") return this.#dict();
    if (next === "[" || next === "(") return this.#list(CLOSERS[next] ?? "");
    const text = this.#strings();
    if (text !== null) return text;
    const number = this.#match(NUMBER)?.[0].replaceAll("_", "");
    if (number !== undefined) return parseJson(number.replace(/\.$/, ".0"));
    const word = this.#match(WORD)?.[0];
    if (word === "True" || word === "False") return word === "True";
    if (word === "None") return null;
    throw new NotLiteral();
  }

  #dict(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#take("{");
    while (!this.#take("}")) {
      const key = this.#strings();
      if (key === null || !this.#take(":")) throw new NotLiteral();
      entries.push([key, this.#value()]);
      if (!this.#take(",") && this.#peek() !== "}") throw new NotLiteral();
    }
    return Object.fromEntries(entries);
  }

  #list(closer: string): unknown {
    const items: unknown[] = [];
    let hasComma = false;
    this.#at += 1;
    while (!this.#take(closer)) {
      items.push(this.#value());
      const isMore = this.#take(",");
      hasComma ||= isMore;
      if (!isMore && this.#peek() !== closer) throw new NotLiteral();
    }
    // Parentheses around one value only group it.
    return closer === ")" && !hasComma && items.length === 1 ? items[0] : items;
  }

  /** Adjacent strings are one string. */
  #strings(): string | null {
    let joined: string | null = null;
    for (;;) {
      const match = this.#match(STRING);
      if (!match) return joined;
      const isRaw = /^[bBuU]?[rR]/.test(match[0]);
      const text = match.slice(1).find((group) => group !== undefined) ?? "";
      joined = (joined ?? "") + (isRaw ? text : unescaped(text));
    }
  }

  #skipExpression(): void {
    const open: string[] = [];
    while (this.#at < this.#text.length) {
      const next = this.#peek();
      if (open.length === 0 && (next === "," || next === ")")) return;
      const string = this.#match(STRING);
      if (string) continue;
      const closer = CLOSERS[next];
      if (closer !== undefined) open.push(closer);
      else if (next === open.at(-1)) open.pop();
      this.#at += 1;
    }
  }

  #peek(): string {
    this.#match(SPACE, false);
    return this.#text[this.#at] ?? "";
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) {
      if (this.#at >= this.#text.length) throw new NotLiteral();
      return false;
    }
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp, afterSpace = true): RegExpExecArray | null {
    if (afterSpace) this.#match(SPACE, false);
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["\n", ""],
]);

function unescaped(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, (match, escaped: string) => {
    if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    if (ESCAPES.has(escaped)) return ESCAPES.get(escaped) ?? "";
    return `"'\\`.includes(escaped) ? escaped : match;
  });
}
