import type { Store } from "./store";
import { WriteClock } from "./write-clock";

/**
 * Generates revisions of rows: each later than every stored one, even when the machine's clock was set back before a
 * restart, or other processes have other clocks.
 */
export class RevisionClock {
  readonly #store: Store;
  readonly #tables: readonly string[];
  readonly #isShared: boolean;
  readonly #clock = new WriteClock();
  #clockSet: Promise<void> | null = null;

  /**
   * @param tables that have a column `revision`
   * @param isShared whether other processes store revisions too. None of them may do so between a call of `next` and the
   *   storing of its revision
   */
  constructor(store: Store, tables: readonly string[], isShared: boolean) {
    this.#store = store;
    this.#isShared = isShared;
    this.#tables = tables;
  }

  /** The next revision is later than all that are stored then, also those that did not come from here. */
  readAgain(): void {
    this.#clockSet = null;
  }

  async next(): Promise<number> {
    if (this.#isShared) this.#clockSet = null;
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
