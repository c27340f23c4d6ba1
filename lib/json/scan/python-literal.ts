type Members = Record<string, unknown>;

/** Texts nested deeper than this are not values of usage, arguments or messages. */
const MAX_DEPTH = 32;

/** The tokens of a text: strings, numbers, names, what Python prints between angle brackets, and signs. */
const TOKEN =
  /\s*(?:([rbu]?(?:'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))|(-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_][\w.]*)|(<[^<>]{1,2000}>)|([{}[\](),:=]))/sy;

/** A string whose end was cut off. */
const OPEN_TEXT = /\s*[rbu]?(?:'[^'\\]*(?:\\.[^'\\]*)*\\?$|"[^"\\]*(?:\\.[^"\\]*)*\\?$)/sy;

/** What may be left of a token that was cut. */
const OPEN_END = /^\s*(?:<[^<>]*|[-.\d]*)$/;

/** A member of an enumeration: `<Role.USER: 'user'>`. */
const ENUMERATED = /^<[\w.]+: (.*)>$/s;

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

/** A value that was cut off before it began. */
const CUT = Symbol("cut");

class Reader {
  readonly #text: string;
  readonly #mayBeCut: boolean;
  #at = 0;
  #token: readonly (string | undefined)[] | null = null;

  constructor(text: string, mayBeCut: boolean) {
    this.#text = text;
    this.#mayBeCut = mayBeCut;
    this.#next();
  }

  whole(): unknown {
    const value = this.#value(0);
    if (value === CUT || this.#token !== null || this.#text.slice(this.#at).trim() !== "") throw new NotALiteral();
    return value;
  }

  #next(): void {
    TOKEN.lastIndex = this.#at;
    this.#token = TOKEN.exec(this.#text) ?? this.#openText();
    if (this.#token) this.#at += this.#token[0]?.length ?? 0;
  }

  #openText(): readonly string[] | null {
    OPEN_TEXT.lastIndex = this.#at;
    const [rest] = (this.#mayBeCut && OPEN_TEXT.exec(this.#text)) || [];
    return rest === undefined ? null : [rest, `${rest.replace(/\\$/, "")}'`];
  }

  /** True after the last token of a text that may be cut, before it is complete. */
  get #isCut(): boolean {
    return this.#mayBeCut && this.#token === null && OPEN_END.test(this.#text.slice(this.#at));
  }

  #takes(sign: string): boolean {
    if (this.#token?.[5] !== sign) return false;
    this.#next();
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new NotALiteral();
  }

  #value(depth: number): unknown {
    if (this.#isCut) return this.#cut<unknown>(CUT);
    if (depth > MAX_DEPTH || this.#token === null) throw new NotALiteral();
    const [, text, number, name, printed] = this.#token;
    if (text !== undefined) return this.#taken(unescaped(text));
    if (number !== undefined) return this.#taken(Number(number.replaceAll("_", "")));
    if (printed !== undefined) return this.#taken(enumerated(printed));
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

  /** What is left of a cut text is not read. */
  #cut<Value>(value: Value): Value {
    this.#at = this.#text.length;
    return value;
  }

  /** `Usage(a=1)` is an object with the members that its class printed; `UUID('a')` is what it was made of. */
  #named(name: string, depth: number): unknown {
    this.#next();
    if (CONSTANTS.has(name)) return CONSTANTS.get(name);
    if (this.#isCut) return this.#cut(CUT);
    this.#expect("(");
    const isPlain = depth > 0 && this.#token?.[3] === undefined && this.#token?.[5] !== ")" && !this.#isCut;
    if (!isPlain) return this.#members(")", "=", depth);
    const values = this.#list(")", depth);
    return values.length === 1 ? values[0] : values;
  }

  #members(end: string, sign: string, depth: number): Members {
    // Without a prototype, a key such as `__proto__` is an ordinary key.
    const members = Object.create(null) as Members;
    while (!this.#takes(end)) {
      if (this.#isCut) return this.#cut(members);
      const key = sign === "=" ? this.#key() : this.#value(depth + 1);
      if (this.#isCut) return this.#cut(members);
      this.#expect(sign);
      const value = this.#value(depth + 1);
      if (value !== CUT) members[String(key)] = value;
      this.#separator(end);
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
      if (this.#isCut) return this.#cut(items);
      const item = this.#value(depth + 1);
      if (item !== CUT) items.push(item);
      this.#separator(end);
    }
    return items;
  }

  #separator(end: string): void {
    if (!this.#takes(",") && this.#token?.[5] !== end && !this.#isCut) throw new NotALiteral();
  }
}

/** The value of a member of an enumeration; any other text between angle brackets as it is. */
function enumerated(printed: string): unknown {
  const [, value] = ENUMERATED.exec(printed) ?? [];
  const read = value === undefined ? undefined : pythonLiteral(value);
  return read === undefined ? printed : read;
}

function readWith(text: string, mayBeCut: boolean): unknown {
  try {
    return new Reader(text, mayBeCut).whole();
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

/**
 * Returns the value that Python printed as this text: dicts, lists, tuples, texts, numbers, `None`, members of
 * enumerations, and objects that name their members. Undefined for any other text. Nothing of it is run.
 */
export function pythonLiteral(text: string): unknown {
  return readWith(text, false);
}

/** A longer text is shown as text: reading it would delay the page. */
const MAX_LENGTH = 1_000_000;

const OBJECT = /^[A-Z][\w.]*\((?:[A-Za-z_]\w*=|\))/;

/**
 * Returns the members of an object that Python printed: `Message(role='user')`. Of one that was cut, as `Message(role='us...`,
 * those that are left. Undefined for any other text.
 */
export function printedObject(text: string): unknown {
  if (text.length > MAX_LENGTH || !OBJECT.test(text)) return undefined;
  return readWith(text.replace(/\.{3}$/, ""), !text.endsWith(")"));
}
