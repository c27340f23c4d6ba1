import { GrowingColumn, newFloatColumn } from "./growing-column";

/**
 * Exponential moving average without the bias towards zero at its start: each value is divided by `1 - weight^n`
 * (Kingma and Ba, "Adam", section 3). A constant series is unchanged; non-finite values are passed through and have no
 * weight. It continues where it ended: each value of a growing series is smoothed once.
 */
export class Smoothing {
  /** Weight of earlier values, from 0 (no smoothing) to below 1. */
  readonly weight: number;
  readonly #smoothed = new GrowingColumn(newFloatColumn);
  #sum = 0;
  #bias = 1;
  #isConstant = true;

  constructor(weight: number) {
    this.weight = weight;
  }

  /** @param values of the series so far @returns as many smoothed ones; `values` itself where they are the same */
  take<Values extends ArrayLike<number>>(values: Values): Values | Float64Array<ArrayBuffer> {
    if (this.weight <= 0) return values;
    for (let index = this.#smoothed.length; index < values.length; index += 1) {
      const value = values[index] ?? Number.NaN;
      this.#isConstant &&= value === values[0];
      this.#smoothed.push(this.#next(value));
    }
    return this.#isConstant ? values : this.#smoothed.view;
  }

  #next(value: number): number {
    if (!Number.isFinite(value)) return value;
    this.#sum = this.weight * this.#sum + (1 - this.weight) * value;
    this.#bias *= this.weight;
    // The quotient is rounded; a constant must not be.
    return this.#isConstant ? value : this.#sum / (1 - this.#bias);
  }
}

/** Smooths a full series at once. */
export function smooth(values: ArrayLike<number>, weight: number): ArrayLike<number> {
  return new Smoothing(weight).take(values);
}
