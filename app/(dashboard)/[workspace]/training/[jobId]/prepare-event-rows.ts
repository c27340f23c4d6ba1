import { formatMetric } from "@/components/training/format-metric";
import { failureMessage, type TrainingEvent } from "@/components/training/training-event";
import { plainNumber } from "@/lib/api/contract/json-text";
import { countOf } from "@/lib/format/count";

/** A line of the thread of events: one event, or a run of events of a type. */
export interface EventRow {
  readonly key: string;
  readonly kind: "started" | "step" | "ended" | "failed" | "other";
  readonly title: string;
  /** One line of what it carries; empty where it carries nothing. */
  readonly text: string;
  readonly timeMs: number | null;
  /** The event with all of its fields; null for a run. */
  readonly event: TrainingEvent | null;
}

const KINDS: Readonly<Record<string, EventRow["kind"]>> = {
  training_started: "started",
  gradient_step: "step",
  training_ended: "ended",
  training_failed: "failed",
};

const TITLES: Readonly<Record<string, string>> = {
  training_started: "Started",
  gradient_step: "Gradient step",
  training_ended: "Ended",
  training_failed: "Failed",
};

/** Each event in its place. Types that are not known stand under their own name. */
export function allRows(events: readonly TrainingEvent[]): readonly EventRow[] {
  let step = 0;
  return events.map((event) => {
    if (event.type === "gradient_step") step += 1;
    return eventRow(event, step);
  });
}

/** The same with each run of events of a type as one row. */
export function condensedRows(events: readonly TrainingEvent[]): readonly EventRow[] {
  const rows: EventRow[] = [];
  let step = 0;
  for (let start = 0; start < events.length; ) {
    const first = events[start];
    if (!first) break;
    let end = start + 1;
    while (events[end]?.type === first.type) end += 1;
    const last = events[end - 1] ?? first;
    const count = end - start;
    if (first.type === "gradient_step") step += count;
    rows.push(count === 1 ? eventRow(first, step) : runRow(first, last, count, step));
    start = end;
  }
  return rows;
}

function eventRow(event: TrainingEvent, step: number): EventRow {
  const kind = KINDS[event.type] ?? "other";
  const title = TITLES[event.type] ?? event.type;
  return {
    ...{ key: event.id, kind, event, timeMs: event.timeMs },
    title: kind === "step" ? `${title} ${step}` : title,
    text: failureMessage(event) ?? fieldsText(event.data),
  };
}

function runRow(first: TrainingEvent, last: TrainingEvent, count: number, step: number): EventRow {
  const isStep = first.type === "gradient_step";
  return {
    ...{ key: first.id, kind: KINDS[first.type] ?? "other", event: null, timeMs: last.timeMs },
    title: isStep
      ? `${countOf(count, "gradient step")}, ${step - count + 1} to ${step}`
      : `${first.type}, ${countOf(count, "event")}`,
    text: changes(first.data, last.data),
  };
}

const MOST_FIELDS = 3;

function fieldsText(data: TrainingEvent["data"]): string {
  return Object.entries(data)
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => `${name} ${valueText(name, value)}`)
    .join(", ");
}

function valueText(name: string, value: unknown): string {
  const number = plainNumber(value);
  if (typeof number === "number") return formatMetric(name, number);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** How the first figures moved over a run; one that did not move says one value. */
function changes(from: TrainingEvent["data"], to: TrainingEvent["data"]): string {
  return Object.keys(from)
    .filter((name) => typeof plainNumber(from[name]) === "number" && typeof plainNumber(to[name]) === "number")
    .sort((left, right) => weight(left) - weight(right))
    .slice(0, 2)
    .map((name) => {
      const [before, after] = [valueText(name, from[name]), valueText(name, to[name])];
      return before === after ? `${name} ${after}` : `${name} ${before} to ${after}`;
    })
    .join(", ");
}

function weight(name: string): number {
  return name === "reward" ? 0 : name === "loss" ? 1 : 2;
}
