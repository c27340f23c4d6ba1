import { sqlName } from "./quote-sql";

type Kind = "value" | "table";

/**
 * The names that WITH declares, in the queries that see them. Each is written as a name of our own: the engine passes names of
 * WITH on to all queries within, also to those of the views, where a name of a caller would stand for a column.
 */
export class SqlNames {
  /** What stands for each name, the innermost scope last; null where an argument of a function hides it. */
  readonly #scopes: Map<string, string | null>[] = [];
  #count = 0;

  /** Reads a query with names of its own. */
  within<Read>(read: () => Read): Read {
    this.#scopes.push(new Map());
    const result = read();
    this.#scopes.pop();
    return result;
  }

  /** Reads the body of a function whose arguments have these names. */
  hiding<Read>(names: readonly string[], read: () => Read): Read {
    return this.within(() => {
      for (const name of names) this.#scopes.at(-1)?.set(keyOf("value", name), null);
      return read();
    });
  }

  /** @returns what stands for the name */
  declare(kind: Kind, name: string): string {
    this.#count += 1;
    const written = sqlName(`with_${this.#count}`);
    this.#scopes.at(-1)?.set(keyOf(kind, name), written);
    return written;
  }

  /** Returns what stands for a name; null where WITH declares none. */
  find(kind: Kind, name: string): string | null {
    const key = keyOf(kind, name);
    return this.#scopes.findLast((scope) => scope.has(key))?.get(key) ?? null;
  }
}

const keyOf = (kind: Kind, name: string) => `${kind} ${name}`;
