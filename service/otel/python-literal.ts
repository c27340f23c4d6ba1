import { type Attributes, emptyAttributes } from "./attribute-values";

/** Texts nested deeper than this are not values of usage or arguments. */
const MAX_DEPTH = 32;

/** The tokens of a text: strings, numbers, names and signs. */
const TOKEN =
  /\s*(?:([rbu]?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))|(-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_][\w.]*)|([{}[\](),:=]))/sy;

const CONSTANTS: ReadonlyMap<string, unknown> = new Map([
  ["None", null],
  ["True", true],
  ["False", false],
]);

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

function unescaped(text: string): string {
  const inside = text.slice(text.search(/['"]/) + 1, -1);
  return inside.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gis,
    (_all, x, u, long, one: string) => {
      const code = Number.parseInt(x ?? u ?? long ?? "", 16);
      if (!Number.isNaN(code)) return code > 0x10_ffff ? "" : String.fromCodePoint(code);
      return ESCAPES[one] ?? one;
    },
  );
}

class NotALiteral extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;
  #token: RegExpExecArray | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#next();
  }

  whole(): unknown {
    const value = this.#value(0);
    if (this.#token !== null || this.#text.slice(this.#at).trim() !== "") throw new NotALiteral();
    return value;
  }

  #next(): void {
    TOKEN.lastIndex = this.#at;
    this.#token = TOKEN.exec(this.#text);
    if (this.#token) this.#at = TOKEN.lastIndex;
  }

  #takes(sign: string): boolean {
    if (this.#token?.[4] !== sign) return false;
    this.#next();
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new NotALiteral();
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH || this.#token === null) throw new NotALiteral();
    const [, text, number, name] = this.#token;
    if (text !== undefined) return this.#taken(unescaped(text));
    if (number !== undefined) return this.#taken(Number(number.replaceAll("_", "")));
    if (name !== undefined) return this.#named(name, depth);
    if (this.#takes("{")) return this.#members("}", ":", depth);
    if (this.#takes("[")) return this.#list("]", depth);
    this.#expect("(");
    return this.#list(")", depth);
  }

  #taken<Value>(value: Value): Value {
    this.#next();
    return value;
  }

  /** `Usage(a=1)` is an object with the members that its class printed. */
  #named(name: string, depth: number): unknown {
    this.#next();
    if (CONSTANTS.has(name)) return CONSTANTS.get(name);
    this.#expect("(");
    return this.#members(")", "=", depth);
  }

  #members(end: string, sign: string, depth: number): Attributes {
    const members = emptyAttributes();
    while (!this.#takes(end)) {
      const key = sign === "=" ? this.#key() : this.#value(depth + 1);
      this.#expect(sign);
      members[String(key)] = this.#value(depth + 1);
      if (!this.#takes(",") && this.#token?.[4] !== end) throw new NotALiteral();
    }
    return members;
  }

  #key(): string {
    const name = this.#token?.[3];
    if (name === undefined) throw new NotALiteral();
    return this.#taken(name);
  }

  #list(end: string, depth: number): unknown[] {
    const items: unknown[] = [];
    while (!this.#takes(end)) {
      items.push(this.#value(depth + 1));
      if (!this.#takes(",") && this.#token?.[4] !== end) throw new NotALiteral();
    }
    return items;
  }
}

/**
 * Returns the value that Python printed as this text: dicts, lists, tuples, texts, numbers, `None` and objects that name
 * their members. Undefined for any other text. Nothing of it is run.
 */
export function pythonLiteral(text: string): unknown {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}
