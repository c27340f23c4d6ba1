import { VOCABULARY } from "@/trainers/built-in/conversation/conversation-bytes";
import { FEATURE_COUNT } from "./context-features";

/** A gradient of the weights that stores only the rows that were touched. */
export class SparseGradient {
  readonly #slotOfRow = new Map<number, number>();
  #values = new Float64Array(64 * VOCABULARY);
  readonly #change = new Float64Array(VOCABULARY);

  /** Rows with values, in the order in which they were touched. */
  get rows(): IterableIterator<number> {
    return this.#slotOfRow.keys();
  }

  /** The gradient of one row: 256 numbers, of which the caller keeps no view. Zeros if nothing was added. */
  row(row: number): Float64Array {
    const slot = this.#slotOfRow.get(row);
    return slot === undefined
      ? new Float64Array(VOCABULARY)
      : this.#values.subarray(slot * VOCABULARY, (slot + 1) * VOCABULARY);
  }

  /**
   * Adds `factor` times the gradient of the log-probability of one byte: factor * ([v = byte] - p(v)) in each row of an
   * active feature.
   *
   * @param logProbabilities of all 256 bytes at this position
   */
  add(rows: Uint32Array, offset: number, byte: number, logProbabilities: Float64Array, factor: number): void {
    const change = this.#change;
    for (let value = 0; value < VOCABULARY; value += 1) {
      change[value] = -factor * Math.exp(logProbabilities[value] as number);
    }
    change[byte] = (change[byte] as number) + factor;
    for (let feature = 0; feature < FEATURE_COUNT; feature += 1) {
      const from = this.#slot(rows[offset + feature] as number) * VOCABULARY;
      const values = this.#values;
      for (let value = 0; value < VOCABULARY; value += 1) {
        values[from + value] = (values[from + value] as number) + (change[value] as number);
      }
    }
  }

  /** The Euclidean norm over all weights. */
  norm(): number {
    let sum = 0;
    for (let index = 0; index < this.#slotOfRow.size * VOCABULARY; index += 1)
      sum += (this.#values[index] as number) ** 2;
    return Math.sqrt(sum);
  }

  clear(): void {
    this.#values.fill(0, 0, this.#slotOfRow.size * VOCABULARY);
    this.#slotOfRow.clear();
  }

  #slot(row: number): number {
    const known = this.#slotOfRow.get(row);
    if (known !== undefined) return known;
    const slot = this.#slotOfRow.size;
    this.#slotOfRow.set(row, slot);
    if ((slot + 1) * VOCABULARY > this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    return slot;
  }
}
