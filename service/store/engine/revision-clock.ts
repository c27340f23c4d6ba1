import type { Store } from "./store";
import { WriteClock } from "./write-clock";

/**
 * Generates revisions of rows: each later than every stored one, even when the machine's clock was set back before a
 * restart.
 */
export class RevisionClock {
  readonly #store: Store;
  readonly #tables: readonly string[];
  readonly #clock = new WriteClock();
  #clockSet: Promise<void> | null = null;

  /** @param tables that have a column `revision` */
  constructor(store: Store, tables: readonly string[]) {
    this.#store = store;
    this.#tables = tables;
  }

  async next(): Promise<number> {
    this.#clockSet ??= this.#setClock();
    try {
      await this.#clockSet;
    } catch (error) {
      this.#clockSet = null;
      throw error;
    }
    return this.#clock.next();
  }

  async #setClock(): Promise<void> {
    for (const table of this.#tables) {
      const [row] = await this.#store.read<{ last: number }>({ sql: `SELECT max(revision) AS last FROM ${table}` });
      this.#clock.advancePast(row?.last ?? 0);
    }
  }
}
