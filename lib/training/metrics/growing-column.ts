type Numbers = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

const FIRST_LENGTH = 64;

/** A column of numbers that grows at its end: eight or four bytes a value, and at most as much again in reserve. */
export class GrowingColumn<Column extends Numbers> {
  readonly #make: (length: number) => Column;
  #data: Column;
  #length = 0;
  #view: Column;

  constructor(make: (length: number) => Column) {
    this.#make = make;
    this.#data = make(FIRST_LENGTH);
    this.#view = make(0);
  }

  get length(): number {
    return this.#length;
  }

  /** The values so far. An existing view keeps its length when the column grows. */
  get view(): Column {
    // A subarray of a column has the same type.
    if (this.#view.length !== this.#length) this.#view = this.#data.subarray(0, this.#length) as Column;
    return this.#view;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const larger = this.#make(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return index < this.#length ? (this.#data[index] ?? Number.NaN) : Number.NaN;
  }
}

export const newFloatColumn = (length: number) => new Float64Array(length);
export const newCountColumn = (length: number) => new Uint32Array(length);
export const newIndexColumn = (length: number) => new Int32Array(length);
