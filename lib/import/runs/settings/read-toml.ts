/** A text that is not TOML, or more than programs write. */
export class TomlError extends Error {
  override readonly name = "TomlError";
}

type Table = Record<string, unknown>;

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

const NUMBER = /^[+-]?(?:0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[\d_]+(?:\.[\d_]+)?(?:e[+-]?[\d_]+)?|inf|nan)$/i;

/**
 * Reads a configuration in TOML 1.0. Times are texts; numbers that are not finite are null, as in JSON.
 *
 * @throws TomlError
 */
export function readToml(text: string): Table {
  return new TomlReader(text.replaceAll("\r\n", "\n")).read();
}

const empty = (): Table => Object.create(null) as Table;

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Table {
    const root = empty();
    let table = root;
    for (this.#skip(true); this.#at < this.#text.length; this.#skip(true)) {
      if (this.#text.startsWith("[[", this.#at)) table = this.#listTable(root);
      else if (this.#peek() === "[") table = this.#header(root);
      else this.#pair(table);
      this.#skip(false);
      if (this.#at < this.#text.length && this.#peek() !== "\n") throw this.#error("a new line");
    }
    return root;
  }

  #header(root: Table): Table {
    this.#at += 1;
    const table = this.#tableAt(root, this.#keys("]"));
    this.#at += 1;
    return table;
  }

  #listTable(root: Table): Table {
    this.#at += 2;
    const keys = this.#keys("]");
    if (!this.#text.startsWith("]]", this.#at)) throw this.#error("]]");
    this.#at += 2;
    const parent = this.#tableAt(root, keys.slice(0, -1));
    const name = keys.at(-1) ?? "";
    const list = parent[name] ?? [];
    if (!Array.isArray(list)) throw this.#error("a list of tables");
    const table = empty();
    parent[name] = [...list, table];
    return table;
  }

  /** Returns the table at keys, of lists the last one, and makes those that do not exist. */
  #tableAt(root: Table, keys: readonly string[]): Table {
    return keys.reduce((table, key) => {
      const found = table[key] ?? empty();
      table[key] = found;
      const inner: unknown = Array.isArray(found) ? found.at(-1) : found;
      if (!isTable(inner)) throw this.#error("a table");
      return inner;
    }, root);
  }

  #pair(table: Table): void {
    const keys = this.#keys("=");
    this.#at += 1;
    this.#skip(false);
    const value = this.#value();
    this.#tableAt(table, keys.slice(0, -1))[keys.at(-1) ?? ""] = value;
  }

  #keys(end: string): string[] {
    const keys: string[] = [];
    for (;;) {
      this.#skip(false);
      const [bare] = /^[\w-]+/.exec(this.#text.slice(this.#at, this.#at + 300)) ?? [];
      if (bare !== undefined) {
        this.#at += bare.length;
        keys.push(bare);
      } else keys.push(this.#string());
      this.#skip(false);
      if (this.#peek() === end) return keys;
      if (this.#peek() !== ".") throw this.#error(end);
      this.#at += 1;
    }
  }

  #value(): unknown {
    const next = this.#peek();
    if (next === '"' || next === "'") return this.#string();
    if (next === "[") return this.#list();
    if (next === "{") return this.#inlineTable();
    const [word = ""] = /^[^\s,\]}#]+(?: \d\d:[^\s,\]}#]+)?/.exec(this.#text.slice(this.#at, this.#at + 300)) ?? [];
    this.#at += word.length;
    if (word === "true" || word === "false") return word === "true";
    if (NUMBER.test(word)) return numberOf(word);
    if (/^\d\d/.test(word)) return word;
    throw this.#error("a value");
  }

  #list(): unknown[] {
    this.#at += 1;
    const items: unknown[] = [];
    for (;;) {
      this.#skip(true);
      if (this.#peek() === "]") break;
      items.push(this.#value());
      this.#skip(true);
      if (this.#peek() === ",") this.#at += 1;
      else if (this.#peek() !== "]") throw this.#error("]");
    }
    this.#at += 1;
    return items;
  }

  #inlineTable(): Table {
    this.#at += 1;
    const table = empty();
    for (;;) {
      this.#skip(true);
      if (this.#peek() === "}") break;
      this.#pair(table);
      this.#skip(true);
      if (this.#peek() === ",") this.#at += 1;
      else if (this.#peek() !== "}") throw this.#error("}");
    }
    this.#at += 1;
    return table;
  }

  #string(): string {
    const quote = this.#peek();
    if (quote !== '"' && quote !== "'") throw this.#error("a name or a text");
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at);
    const end = isLong ? quote.repeat(3) : quote;
    this.#at += end.length;
    if (isLong && this.#peek() === "\n") this.#at += 1;
    let text = "";
    while (!this.#text.startsWith(end, this.#at)) {
      const next = this.#peek();
      if (next === "" || (next === "\n" && !isLong)) throw this.#error(end);
      if (next === "\\" && quote === '"') text += this.#escape();
      else {
        text += next;
        this.#at += 1;
      }
    }
    this.#at += end.length;
    // Up to two quotes may precede the end of a long text.
    while (isLong && this.#peek() === quote) {
      text += quote;
      this.#at += 1;
    }
    return text;
  }

  #escape(): string {
    const rest = this.#text.slice(this.#at + 1, this.#at + 10);
    const [unicode, short, long] = /^(?:u([\da-f]{4})|U([\da-f]{8}))/i.exec(rest) ?? [];
    const [space] = /^[ \t]*\n\s*/.exec(this.#text.slice(this.#at + 1)) ?? [];
    const plain = ESCAPES[rest.charAt(0)];
    this.#at += 1 + (unicode ?? space ?? rest.charAt(0)).length;
    if (unicode !== undefined)
      return String.fromCodePoint(Math.min(0x10_ff_ff, Number.parseInt(short ?? long ?? "0", 16)));
    if (space !== undefined) return "";
    if (plain === undefined) throw this.#error("an escape");
    return plain;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  /** Skips spaces and comments. */
  #skip(hasLines: boolean): void {
    const space = hasLines ? /(?:[ \t\n]|#[^\n]*)*/y : /(?:[ \t]|#[^\n]*)*/y;
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)?.[0].length ?? 0;
  }

  #error(expected: string): TomlError {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    return new TomlError(`Not TOML: line ${line} needs ${expected}.`);
  }
}

function numberOf(word: string): number | null {
  const digits = word.replaceAll("_", "").toLowerCase();
  const value = Number(digits.startsWith("+") ? digits.slice(1) : digits);
  return Number.isFinite(value) ? value : null;
}
