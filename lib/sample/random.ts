/** Pseudo-random numbers that are the same for the same seed, in every browser: only exact arithmetic. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  isTrue(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @throws RangeError when the list is empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new RangeError("The list to pick from is empty.");
    return item;
  }

  /** Returns capital letters and digits, like reservation codes. */
  code(length: number): string {
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
    return Array.from({ length }, () => letters[this.between(0, letters.length - 1)]).join("");
  }

  /** Returns a duration with a long tail: from `leastMs` to about seven times as much, mostly near the minimum. */
  durationMs(leastMs: number): number {
    return Math.round(leastMs * Math.sqrt(1 / (1 - 0.98 * this.fraction())));
  }
}
