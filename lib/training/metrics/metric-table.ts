import { GrowingColumn, newCountColumn, newFloatColumn } from "./growing-column";
import { lowerBound } from "./pixel-points";
import { Smoothing } from "./smoothing";

/** A numeric path of a job's events, with its values in order; it grows at its end. */
export class MetricSeries {
  /** `loss`, `optimizer.lr`; prefixed with the event type unless it is a gradient step. */
  readonly path: string;
  readonly #values = new GrowingColumn(newFloatColumn);
  readonly #rows = new GrowingColumn(newCountColumn);
  #smoothing = new Smoothing(0);
  #notPositiveCount = 0;
  #isConstant = true;

  constructor(path: string) {
    this.path = path;
  }

  push(row: number, value: number): void {
    if (this.#values.length > 0 && value !== this.#values.at(0)) this.#isConstant = false;
    this.#values.push(value);
    this.#rows.push(row);
    if (value <= 0) this.#notPositiveCount += 1;
  }

  get values(): Float64Array<ArrayBuffer> {
    return this.#values.view;
  }

  /** Row of the table for each value. */
  get rows(): Uint32Array<ArrayBuffer> {
    return this.#rows.view;
  }

  /** Values that a log scale cannot show. */
  get notPositiveCount(): number {
    return this.#notPositiveCount;
  }

  /** True if all values are equal. */
  get isConstant(): boolean {
    return this.#isConstant;
  }

  /** The values smoothed by a weight; values already smoothed by the same weight are reused. */
  smoothed(weight: number): Float64Array<ArrayBuffer> {
    if (this.#smoothing.weight !== weight) this.#smoothing = new Smoothing(weight);
    return this.#smoothing.take(this.values);
  }
}

/** All numbers of a job's events, as columns: a row for each event with numbers. */
export class MetricTable {
  readonly #series = new Map<string, MetricSeries>();
  readonly #steps = new GrowingColumn(newFloatColumn);
  readonly #timesMs = new GrowingColumn(newFloatColumn);
  #hasTimes = true;

  /** @param timeMs NaN if unknown @returns the row */
  addRow(step: number, timeMs: number): number {
    const before = this.#timesMs.length === 0 ? 0 : this.#timesMs.at(this.#timesMs.length - 1);
    if (Number.isNaN(timeMs)) this.#hasTimes = false;
    this.#steps.push(step);
    this.#timesMs.push(Math.max(Number.isNaN(timeMs) ? 0 : timeMs, before));
    return this.#steps.length - 1;
  }

  /** Returns the series of a path, created on first use. */
  seriesFor(path: string): MetricSeries {
    const known = this.#series.get(path);
    if (known) return known;
    const made = new MetricSeries(path);
    this.#series.set(path, made);
    return made;
  }

  /** False if a row has no time: then nothing can be drawn over time. */
  get hasTimes(): boolean {
    return this.#hasTimes && this.#timesMs.length > 0;
  }

  get series(): readonly MetricSeries[] {
    return [...this.#series.values()];
  }

  seriesOf(path: string): MetricSeries | undefined {
    return this.#series.get(path);
  }

  /** Gradient step of each row: the number of steps up to and including it. */
  get steps(): Float64Array<ArrayBuffer> {
    return this.#steps.view;
  }

  /** Time of each row; never decreases, since a clock that was set back would draw the line backwards. */
  get timesMs(): Float64Array<ArrayBuffer> {
    return this.#timesMs.view;
  }

  /** The numbers of a row by path, in path order. */
  numbersOf(row: number): readonly (readonly [path: string, value: number])[] {
    return this.series.flatMap(({ path, rows, values }) => {
      const at = lowerBound(rows, row);
      const value = values[at];
      return rows[at] === row && value !== undefined ? [[path, value] as const] : [];
    });
  }
}
