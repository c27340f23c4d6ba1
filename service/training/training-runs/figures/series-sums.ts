const at = (values: readonly number[], index: number): number => values[index] ?? 0;

/** Sums over residuals from fitted lines: of their squares, and of the products of neighbours. */
export interface Residuals {
  readonly squares: number;
  readonly products: number;
}

/** Prefix sums of a series: its parts have a mean, a variance and residuals without being read again. */
export class SeriesSums {
  readonly #values: number[] = [];
  readonly #sum = [0];
  readonly #squares = [0];
  /** Sums of index times value. */
  readonly #moments = [0];
  /** Sums of products of neighbours; index i + 1 holds those up to i − 1 and i. */
  readonly #products = [0];
  #steps = 0;
  #stepSquares = 0;
  #bendSquares = 0;

  get length(): number {
    return this.#values.length;
  }

  push(value: number): void {
    const index = this.#values.length;
    // All sums are of differences from the first value, against cancellation.
    const first = this.#values[0] ?? value;
    const shifted = value - first;
    const before = index === 0 ? 0 : at(this.#values, index - 1) - first;
    this.#values.push(value);
    this.#sum.push(at(this.#sum, index) + shifted);
    this.#squares.push(at(this.#squares, index) + shifted * shifted);
    this.#moments.push(at(this.#moments, index) + index * shifted);
    this.#products.push(at(this.#products, index) + before * shifted);
    if (index === 0) return;
    this.#steps += shifted - before;
    this.#stepSquares += (shifted - before) ** 2;
    if (index > 1) this.#bendSquares += (shifted - 2 * before + at(this.#values, index - 2) - first) ** 2;
  }

  /** Returns the mean of the values from an index up to, without, another. */
  mean(from: number, to: number): number {
    return at(this.#values, 0) + (at(this.#sum, to) - at(this.#sum, from)) / (to - from);
  }

  /** Returns half the variance of the steps, which a straight slope does not change (von Neumann 1941). */
  stepVariance(): number {
    const steps = this.#values.length - 1;
    return steps < 2 ? 0 : Math.max(0, (this.#stepSquares - this.#steps ** 2 / steps) / (steps - 1) / 2);
  }

  /** Returns a sixth of the mean square of the steps' steps, which a curve changes little. */
  bendVariance(): number {
    const bends = this.#values.length - 2;
    return bends < 1 ? 0 : this.#bendSquares / bends / 6;
  }

  /** Returns the sums of squares, and of products of neighbours, of the residuals from one fitted line in each third. */
  residualsOfThirds(): Residuals {
    const third = Math.floor(this.length / 3);
    const sums = { squares: 0, products: 0 };
    this.#addResidualsOfLine(0, third, sums);
    this.#addResidualsOfLine(third, this.length - third, sums);
    this.#addResidualsOfLine(this.length - third, this.length, sums);
    return sums;
  }

  #addResidualsOfLine(from: number, to: number, sums: { squares: number; products: number }): void {
    const first = at(this.#values, 0);
    const length = to - from;
    const half = (length - 1) / 2;
    const total = at(this.#sum, to) - at(this.#sum, from);
    const mean = total / length;
    const indexSquares = (length * (length ** 2 - 1)) / 12;
    const moment = at(this.#moments, to) - at(this.#moments, from) - (from + half) * total;
    const slope = moment / indexSquares;
    const start = at(this.#values, from) - first - mean;
    const end = at(this.#values, to - 1) - first - mean;
    const squares = at(this.#squares, to) - at(this.#squares, from) - total * mean - slope * moment;
    const neighbours =
      at(this.#products, to) -
      at(this.#products, from + 1) -
      mean * (2 * total - start - end - 2 * mean) +
      (length - 1) * mean * mean;
    const cross = 2 * moment + half * start + start - half * end - end;
    sums.squares += Math.max(0, squares);
    sums.products += neighbours - slope * cross + slope * slope * (indexSquares - half * half - half);
  }
}
