import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { GrowingColumn, newCountColumn, newFloatColumn, newIndexColumn } from "@/lib/training/metrics/growing-column";
import { MetricTable } from "@/lib/training/metrics/metric-table";
import { type EventChunk, MAX_CACHED_TEXTS } from "./event-chunk";
import { IdColumn } from "./id-column";
import type { TrainingEvent } from "./training-event";

const NO_ROW = -1;

/**
 * All events of a job, in the service's order and each once. Ids, types, times and numbers are columns, about 60 bytes
 * per event and 12 per number; the newest events, and the first and the last, keep their full data as text.
 */
export class EventLog {
  readonly metrics = new MetricTable();
  readonly #ids = new IdColumn();
  readonly #typeNames: string[] = [];
  readonly #types = new GrowingColumn(newCountColumn);
  readonly #timesMs = new GrowingColumn(newFloatColumn);
  readonly #steps = new GrowingColumn(newCountColumn);
  readonly #rows = new GrowingColumn(newIndexColumn);
  /** The start of each run of events of one type. */
  readonly #runs = new GrowingColumn(newCountColumn);
  readonly #stepTexts = new Map<number, string>();
  readonly #otherTexts = new Map<number, string>();
  #startedAt: number | null = null;
  #gradientSteps = 0;
  #hasTimes = true;

  /** Adds events that are not in the log yet, and returns how many were new. */
  append(chunk: EventChunk): number {
    const before = this.count;
    const rows = this.#appendEvents(chunk);
    for (const { path, places: at, values } of chunk.series) {
      const series = this.metrics.seriesFor(path);
      for (let index = 0; index < at.length; index += 1) {
        const row = rows[at[index] ?? 0] ?? NO_ROW;
        if (row !== NO_ROW) series.push(row, values[index] ?? Number.NaN);
      }
    }
    return this.count - before;
  }

  get count(): number {
    return this.#ids.count;
  }

  get gradientSteps(): number {
    return this.#gradientSteps;
  }

  /** True if every event has a time. */
  get hasTimes(): boolean {
    return this.#hasTimes && this.count > 0;
  }

  /** Names of the types in order of appearance. */
  get typeNames(): readonly string[] {
    return this.#typeNames;
  }

  /** Indexes of the types in their names. */
  get types(): Uint32Array<ArrayBuffer> {
    return this.#types.view;
  }

  get timesMs(): Float64Array<ArrayBuffer> {
    return this.#timesMs.view;
  }

  /** The start of each run of events of one type. */
  get runs(): Uint32Array<ArrayBuffer> {
    return this.#runs.view;
  }

  get started(): TrainingEvent | null {
    return this.#startedAt === null ? null : this.eventAt(this.#startedAt);
  }

  get last(): TrainingEvent | null {
    return this.count === 0 ? null : this.eventAt(this.count - 1);
  }

  idAt(index: number): string {
    return this.#ids.at(index);
  }

  typeAt(index: number): string {
    return this.#typeNames[this.#types.at(index)] ?? "";
  }

  /** Null where the time is unknown. */
  timeAt(index: number): number | null {
    const timeMs = this.#timesMs.at(index);
    return Number.isNaN(timeMs) ? null : timeMs;
  }

  /** Number of gradient steps up to and including an event. */
  stepAt(index: number): number {
    return this.#steps.at(index);
  }

  /** The row of the metrics of an event; null for an event without numbers. */
  rowAt(index: number): number | null {
    const row = this.#rows.at(index);
    return row === NO_ROW ? null : row;
  }

  /** True if the full data of an event is in the log. */
  hasData(index: number): boolean {
    return this.#textAt(index) !== undefined;
  }

  /** Returns an event; without its data where that is not kept. */
  eventAt(index: number): TrainingEvent {
    const text = this.#textAt(index);
    return {
      id: this.idAt(index),
      type: this.typeAt(index),
      timeMs: this.timeAt(index),
      // Written by `packEvents` from the data of an event, which is an object.
      data: text === undefined ? {} : (parseJson(text) as TrainingEvent["data"]),
    };
  }

  #textAt(index: number): string | undefined {
    return this.#stepTexts.get(index) ?? this.#otherTexts.get(index);
  }

  /** Returns the row of each event of the chunk, and none for those already in the log. */
  #appendEvents(chunk: EventChunk): Int32Array<ArrayBuffer> {
    const rows = new Int32Array(chunk.count).fill(NO_ROW);
    const hasNumbers = new Uint8Array(chunk.count);
    for (const { places: at } of chunk.series) for (const place of at) hasNumbers[place] = 1;
    const types = chunk.typeNames.map((name) => this.#typeOf(name));
    for (let place = 0; place < chunk.count; place += 1) {
      if (!this.#ids.push(chunk.idWords, place * 4, chunk.idTexts.get(place))) continue;
      const type = types[chunk.types[place] ?? 0] ?? 0;
      const timeMs = chunk.timesMs[place] ?? Number.NaN;
      const isStep = this.#typeNames[type] === "gradient_step";
      if (isStep) this.#gradientSteps += 1;
      const row = hasNumbers[place] === 1 ? this.metrics.addRow(this.#gradientSteps, timeMs) : NO_ROW;
      rows[place] = row;
      this.#appendEvent(type, timeMs, row);
      const text = chunk.texts.get(place);
      if (text !== undefined) this.#storeValue(isStep ? this.#stepTexts : this.#otherTexts, text);
    }
    return rows;
  }

  #appendEvent(type: number, timeMs: number, row: number): void {
    const index = this.count - 1;
    if (index === 0 || this.#types.at(index - 1) !== type) this.#runs.push(index);
    this.#types.push(type);
    this.#timesMs.push(timeMs);
    this.#steps.push(this.#gradientSteps);
    this.#rows.push(row);
    if (Number.isNaN(timeMs)) this.#hasTimes = false;
    if (this.#startedAt === null && this.#typeNames[type] === "training_started") this.#startedAt = index;
  }

  /** Keeps the text of the newest event, and drops the oldest of its kind. */
  #storeValue(texts: Map<number, string>, text: string): void {
    texts.set(this.count - 1, text);
    if (texts.size <= MAX_CACHED_TEXTS) return;
    for (const index of texts.keys()) {
      if (index === this.#startedAt) continue;
      texts.delete(index);
      return;
    }
  }

  #typeOf(name: string): number {
    const known = this.#typeNames.indexOf(name);
    return known >= 0 ? known : this.#typeNames.push(name) - 1;
  }
}
