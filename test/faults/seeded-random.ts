import { Random } from "@/lib/sample/random";

/** Pseudo-random numbers that repeat for the same seed, so that a failed run can be repeated. */
export class SeededRandom extends Random {
  constructor(readonly seed: number) {
    super(seed);
  }

  /** The same items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.fraction() }))
      .sort((left, right) => left.at - right.at)
      .map(({ item }) => item);
  }
}
