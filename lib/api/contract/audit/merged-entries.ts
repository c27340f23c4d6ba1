/** What one user repeats on one target within this time is one entry. */
const PERIOD_MS = 10 * 60_000;
const MAX_KNOWN = 1_000;

/** Decides which of many equal changes, such as the batches of an import, get an entry of their own. */
export class MergedEntries {
  readonly #lastMs = new Map<string, number>();

  /** @returns true for the first with this key, and for one after a pause of ten minutes */
  isNew(key: string, nowMs: number): boolean {
    const lastMs = this.#lastMs.get(key);
    // Deleted first, so that the map stays in the order of the last entry.
    this.#lastMs.delete(key);
    this.#lastMs.set(key, nowMs);
    const [oldest] = this.#lastMs.keys();
    if (this.#lastMs.size > MAX_KNOWN && oldest !== undefined) this.#lastMs.delete(oldest);
    return lastMs === undefined || nowMs - lastMs >= PERIOD_MS;
  }
}
