import { hash } from "./random";
import { SPANS_PER_TRACE, type TraceFacts, traceFacts } from "./trace-facts";

export interface WorkloadSize {
  readonly spans: number;
  /** The spans begin within this many hours. */
  readonly hours: number;
  /** The end of those hours, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** The project that all spans belong to. */
export const PROJECT = "bench/engine";

/** A time of its own, so that two runs send the same bytes. */
export const DEFAULT_UNTIL_MS = Date.UTC(2025, 5, 18, 12);

/** At both ends of the hours nothing begins, so that a range that is moved a little still has all spans. */
const MARGIN_MS = 60_000;

/** Traces of ten spans, evenly over time with some jitter: the same for the same size. */
export class Workload {
  readonly traces: number;
  readonly #size: WorkloadSize;
  readonly #gapMicros: number;

  /** @param traces as many of the first traces; by default all */
  constructor(size: WorkloadSize, traces?: number) {
    const all = Math.ceil(size.spans / SPANS_PER_TRACE);
    this.#size = size;
    this.#gapMicros = Math.floor(((size.hours * 3_600_000 - 2 * MARGIN_MS) * 1000) / all);
    this.traces = Math.min(all, traces ?? all);
  }

  /** The beginning of this workload, with at least this many spans if it has them. */
  first(spans: number): Workload {
    return new Workload(this.#size, Math.ceil(spans / SPANS_PER_TRACE));
  }

  get spans(): number {
    return this.traces * SPANS_PER_TRACE;
  }

  /** The beginning of the hours, in milliseconds since 1970. */
  get sinceMs(): number {
    return this.#size.untilMs - this.#size.hours * 3_600_000;
  }

  get untilMs(): number {
    return this.#size.untilMs;
  }

  trace(number: number): TraceFacts {
    const jitter = hash(number, 20) % Math.max(1, this.#gapMicros);
    return traceFacts(number, (this.sinceMs + MARGIN_MS) * 1000 + number * this.#gapMicros + jitter);
  }

  /** The facts of some consecutive traces; fewer at the end. */
  range(from: number, count: number): TraceFacts[] {
    const length = Math.max(0, Math.min(count, this.traces - from));
    return Array.from({ length }, (_, at) => this.trace(from + at));
  }
}
