import type { Selectable } from "kysely";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { LoggedSums } from "./logged-sums";

/** An iteration of a logged run without its metrics. */
export interface LoggedRow {
  readonly iteration: number;
  /** Sums over the rollouts; null without rollouts. */
  readonly sums: LoggedSums | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** When it ended; empty where that is unknown, null where it was logged when it ended. */
  readonly at: string | null;
}

const FIRST_ROWS = 64;

/** The iterations of a logged run by column: eight bytes a value, where JSON takes about 25. */
export class LoggedColumns {
  readonly #rows: LoggedRow[] = [];
  readonly #rowOf = new Map<number, number>();
  readonly #columns = new Map<string, Float64Array<ArrayBuffer>>();
  #capacity = FIRST_ROWS;
  #order: readonly number[] | null = null;
  /** The metrics of the last iteration with their columns: programs log the same ones each time, in the same order. */
  #last: { readonly name: string; readonly column: Float64Array<ArrayBuffer> }[] = [];
  #memo = new Map<string, unknown>();

  /**
   * Returns iterations of which the values are known.
   *
   * @param numbers the values of each metric in the order of the rows, one metric after the other; NaN where there is none
   */
  static of(rows: readonly LoggedRow[], names: readonly string[], numbers: Float64Array<ArrayBuffer>): LoggedColumns {
    const columns = new LoggedColumns();
    columns.#rows.push(...rows);
    for (const [place, { iteration }] of rows.entries()) columns.#rowOf.set(iteration, place);
    while (columns.#capacity < rows.length) columns.#capacity *= 2;
    for (const [at, name] of names.entries())
      columns.#columnFor(name).set(numbers.subarray(at * rows.length, (at + 1) * rows.length));
    return columns;
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Numbers in memory. */
  get size(): number {
    return this.#columns.size * this.#capacity;
  }

  /** The names of all metrics, in the order in which they were first logged. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** The iterations in order. */
  get rows(): readonly LoggedRow[] {
    return this.order.flatMap((place) => this.#rows[place] ?? []);
  }

  /** The places of the iterations in the columns, in the order of the iterations. */
  get order(): readonly number[] {
    this.#order ??= this.#rows
      .map((_, place) => place)
      .sort((left, right) => (this.#rows[left]?.iteration ?? 0) - (this.#rows[right]?.iteration ?? 0));
    return this.#order;
  }

  /** Returns the values of a metric in the order of the iterations; NaN where there is none. */
  column(name: string): Float64Array<ArrayBuffer> {
    const { order } = this;
    const values = new Float64Array(order.length).fill(Number.NaN);
    const column = this.#columns.get(name);
    if (!column) return values;
    for (let row = 0; row < order.length; row += 1) values[row] = column[order[row] ?? 0] ?? Number.NaN;
    return values;
  }

  /** Returns metrics of an iteration: all of them, or those with these names. */
  metricsAt(place: number, names: Iterable<string> = this.#columns.keys()): Record<string, number> {
    const entries: [string, number][] = [];
    for (const name of names) {
      const value = this.#columns.get(name)?.[place] ?? Number.NaN;
      if (!Number.isNaN(value)) entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  }

  /** Returns a figure of the whole run, which is computed again only after iterations changed. */
  memo<Value>(key: string, compute: () => Value): Value {
    if (!this.#memo.has(key)) this.#memo.set(key, compute());
    // Only `compute` of the same key gave it.
    return this.#memo.get(key) as Value;
  }

  /** Adds an iteration, or replaces it. */
  put(row: Omit<Selectable<StateSchema["logged_iteration"]>, "run_id">): void {
    const place = this.#rowOf.get(row.iteration) ?? this.#rows.length;
    const isNew = place === this.#rows.length;
    if (place >= this.#capacity) this.#grow();
    if (!isNew) for (const column of this.#columns.values()) column[place] = Number.NaN;
    this.#rowOf.set(row.iteration, place);
    this.#rows[place] = {
      iteration: row.iteration,
      sums: row.sums === null ? null : (JSON.parse(row.sums) as LoggedSums),
      ...{ startedAt: row.started_at, updatedAt: row.updated_at, at: row.at },
    };
    this.#putMetrics(place, JSON.parse(row.metrics) as Readonly<Record<string, number>>);
    if (isNew) this.#order = null;
    this.#memo = new Map();
  }

  #putMetrics(place: number, metrics: Readonly<Record<string, number>>): void {
    let at = 0;
    for (const name in metrics) {
      let known = this.#last[at];
      if (known?.name !== name) {
        known = { name, column: this.#columnFor(name) };
        this.#last[at] = known;
      }
      known.column[place] = metrics[name] ?? Number.NaN;
      at += 1;
    }
  }

  #columnFor(name: string): Float64Array<ArrayBuffer> {
    const known = this.#columns.get(name);
    if (known) return known;
    const column = new Float64Array(this.#capacity).fill(Number.NaN);
    this.#columns.set(name, column);
    return column;
  }

  #grow(): void {
    this.#capacity *= 2;
    for (const [name, column] of this.#columns) {
      const larger = new Float64Array(this.#capacity).fill(Number.NaN);
      larger.set(column);
      this.#columns.set(name, larger);
    }
    this.#last = [];
  }
}
