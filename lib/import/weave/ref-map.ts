/** The versions of which no more than this many are named as missing. */
const MAX_MISSING = 10_000;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Where refs of one project lead in another: digests differ where a value contains refs itself. */
export class RefMap {
  /** Digests of versions by `name:digest`, of tables by digest, and of rows that changed by digest. */
  readonly versions = new Map<string, string>();
  readonly tables = new Map<string, string>();
  readonly rows = new Map<string, string>();
  readonly #missing = new Set<string>();
  readonly #prefix: string;
  readonly #ref: RegExp;
  readonly #tableRef: RegExp;
  readonly #to: string;

  constructor(from: string, to: string) {
    this.#prefix = `weave:///${from}/`;
    this.#to = `weave:///${to}/`;
    const prefix = escaped(this.#prefix);
    this.#ref = new RegExp(`${prefix}(?:(object|op)/([^:"\\\\\\s]+):([\\w-]+)([^"\\\\\\s]*)|table/([\\w-]+))?`, "g");
    this.#tableRef = new RegExp(`${prefix}table/([\\w-]+)`, "g");
  }

  /** Versions that refs name and the other project does not have. */
  get missingCount(): number {
    return this.#missing.size;
  }

  /** The digests of the tables that a text of JSON names, each once. */
  tablesIn(text: string): string[] {
    if (!text.includes(this.#prefix)) return [];
    return [...new Set([...text.matchAll(this.#tableRef)].map(([, digest = ""]) => digest))];
  }

  /** Returns a text of JSON whose refs lead to the same things in the other project. */
  rewritten(text: string): string {
    if (!text.includes(this.#prefix)) return text;
    return text.replaceAll(
      this.#ref,
      (_, kind?: string, name?: string, digest?: string, path?: string, table?: string): string => {
        if (table !== undefined) return `${this.#to}table/${this.tables.get(table) ?? table}`;
        if (kind === undefined || name === undefined || digest === undefined) return this.#to;
        const version = this.versions.get(`${name}:${digest}`);
        if (version === undefined && this.#missing.size < MAX_MISSING) this.#missing.add(`${name}:${digest}`);
        return `${this.#to}${kind}/${name}:${version ?? digest}${this.#rowIn(path ?? "")}`;
      },
    );
  }

  /** A row of a table is addressed by its digest. */
  #rowIn(path: string): string {
    return path.replace(/\/id\/([\w-]+)/, (part, row: string) => {
      const digest = this.rows.get(row);
      return digest === undefined ? part : `/id/${digest}`;
    });
  }
}
