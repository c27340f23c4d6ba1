import { isMembers } from "@/components/chat/prepare-members";
import { plainNumber } from "@/lib/api/contract/json-text";
import type { TrainingEvent } from "./training-event";

/** A numeric path of a job's events, with its values in order. Lists grow in place. */
export interface MetricSeries {
  /** `loss`, `optimizer.lr`; of a type that is not a gradient step with the type before it. */
  readonly path: string;
  readonly values: readonly number[];
  /** Row of the table for each value. */
  readonly rows: readonly number[];
}

interface GrowingSeries extends MetricSeries {
  readonly values: number[];
  readonly rows: number[];
}

/** What is told elsewhere, and would be a chart of one point. */
const NOT_DRAWN: ReadonlySet<string> = new Set(["training_started", "training_ended", "training_failed"]);
const DEEPEST = 4;

/** Every number that a job's events carry, as columns: grown by each event, never built anew. */
export class MetricTable {
  readonly #series = new Map<string, GrowingSeries>();
  readonly #steps: number[] = [];
  readonly #timesMs: number[] = [];
  #readCount = 0;
  #gradientSteps = 0;
  #hasTimes = true;

  /** Takes the events that are new in a list that only grows. */
  take(events: readonly TrainingEvent[]): this {
    for (; this.#readCount < events.length; this.#readCount += 1) {
      const event = events[this.#readCount];
      if (event) this.#add(event);
    }
    return this;
  }

  /** Gradient steps so far. */
  get gradientSteps(): number {
    return this.#gradientSteps;
  }

  /** False where an event has no time: then nothing can be drawn over time. */
  get hasTimes(): boolean {
    return this.#hasTimes && this.#timesMs.length > 0;
  }

  get series(): readonly MetricSeries[] {
    return [...this.#series.values()];
  }

  seriesOf(path: string): MetricSeries | undefined {
    return this.#series.get(path);
  }

  /** Gradient step of each row: those before it and itself. */
  get steps(): readonly number[] {
    return this.#steps;
  }

  /** Time of each row; never falls, since a clock that was set back would draw the line backwards. */
  get timesMs(): readonly number[] {
    return this.#timesMs;
  }

  #add(event: TrainingEvent): void {
    if (event.type === "gradient_step") this.#gradientSteps += 1;
    if (NOT_DRAWN.has(event.type)) return;
    const numbers = numbersOf(event.data, "", 0);
    if (numbers.length === 0) return;
    const row = this.#steps.push(this.#gradientSteps) - 1;
    if (event.timeMs === null) this.#hasTimes = false;
    this.#timesMs.push(Math.max(event.timeMs ?? 0, this.#timesMs.at(-1) ?? 0));
    for (const [name, value] of numbers) {
      const path = event.type === "gradient_step" ? name : `${event.type} ${name}`;
      const series = this.#series.get(path) ?? { path, values: [], rows: [] };
      this.#series.set(path, series);
      series.values.push(value);
      series.rows.push(row);
    }
  }
}

function numbersOf(value: unknown, path: string, depth: number): readonly (readonly [string, number])[] {
  const number = plainNumber(value);
  if (typeof number === "number") return [[path, number]];
  // Clients read numbers that were written as text, too.
  if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
    return [[path, Number(value)]];
  if (!isMembers(value) || depth >= DEEPEST) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersOf(inner, path === "" ? name : `${path}.${name}`, depth + 1),
  );
}
