import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { countOf } from "@/lib/format/count";
import type { EventLog } from "@/lib/training/events/event-log";
import { seriesPath } from "@/lib/training/events/event-numbers";
import { failureMessage, type TrainingEvent } from "@/lib/training/events/training-event";
import { formatMetric } from "@/lib/training/metrics/format-metric";

/** A line of the thread of events: one event, or a run of events of a type. */
export interface EventListRow {
  readonly key: string;
  readonly kind: "started" | "step" | "ended" | "failed" | "other";
  readonly title: string;
  /** One line of its data; empty where it has none. */
  readonly text: string;
  readonly timeMs: number | null;
  /** Position of the event in the log; null for a run. */
  readonly index: number | null;
}

/** Rows that are built when they are read: a job has one for each event. */
export interface EventRows {
  readonly count: number;
  readonly at: (index: number) => EventListRow;
}

const KINDS: Readonly<Record<string, EventListRow["kind"]>> = {
  training_started: "started",
  gradient_step: "step",
  training_ended: "ended",
  training_failed: "failed",
};

const TITLES: Readonly<Record<string, string>> = {
  training_started: "Started",
  gradient_step: "Gradient step",
  training_ended: "Finished",
  training_failed: "Failed",
};

/** Returns a row for each event. Unknown types appear under their own name. */
export function allRows(log: EventLog): EventRows {
  return { count: log.count, at: (index) => eventRow(log, index) };
}

/** Returns the rows with each run of events of a type merged into one. */
export function condensedRows(log: EventLog): EventRows {
  const { runs, count } = log;
  return {
    count: runs.length,
    at: (index) => {
      const [first, end] = [runs[index] ?? 0, runs[index + 1] ?? count];
      return end - first === 1 ? eventRow(log, first) : runRow(log, first, end - 1);
    },
  };
}

function eventRow(log: EventLog, index: number): EventListRow {
  const type = log.typeAt(index);
  const kind = KINDS[type] ?? "other";
  const title = TITLES[type] ?? type;
  const event = log.eventAt(index);
  return {
    key: event.id,
    kind,
    index,
    timeMs: event.timeMs,
    title: kind === "step" ? `${title} ${log.stepAt(index)}` : title,
    text: failureMessage(event) ?? (log.hasData(index) ? fieldsText(event.data) : numbersText(log, index)),
  };
}

function runRow(log: EventLog, first: number, last: number): EventListRow {
  const type = log.typeAt(first);
  const count = last - first + 1;
  const step = log.stepAt(last);
  return {
    key: log.idAt(first),
    kind: KINDS[type] ?? "other",
    index: null,
    timeMs: log.timeAt(last),
    title:
      type === "gradient_step"
        ? `${countOf(count, "gradient step")}, ${step - count + 1} to ${step}`
        : `${type}, ${countOf(count, "event")}`,
    text: changes(numbersAt(log, first), numbersAt(log, last)),
  };
}

/** The numbers of an event by the names it gave them; they are in memory for every event. */
function numbersAt(log: EventLog, index: number): ReadonlyMap<string, number> {
  const row = log.rowAt(index);
  const prefix = seriesPath(log.typeAt(index), "");
  const numbers = row === null ? [] : log.metrics.numbersOf(row);
  return new Map(numbers.map(([path, value]) => [path.slice(prefix.length), value]));
}

const MAX_FIELDS = 3;

function fieldsText(data: TrainingEvent["data"]): string {
  return Object.entries(data)
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => `${name} ${valueText(name, value)}`)
    .join(", ");
}

function numbersText(log: EventLog, index: number): string {
  return [...numbersAt(log, index)]
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => `${name} ${formatMetric(name, value)}`)
    .join(", ");
}

function valueText(name: string, value: unknown): string {
  const number = plainNumber(value);
  if (typeof number === "number") return formatMetric(name, number);
  return typeof value === "string" ? value : stringifyJson(value);
}

/** Describes how the first figures changed over a run; an unchanged figure shows one value. */
function changes(from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>): string {
  return [...from.keys()]
    .filter((name) => to.has(name))
    .sort((left, right) => weight(left) - weight(right))
    .slice(0, 2)
    .map((name) => {
      const [before, after] = [formatMetric(name, from.get(name)), formatMetric(name, to.get(name))];
      return before === after ? `${name} ${after}` : `${name} ${before} to ${after}`;
    })
    .join(", ");
}

function weight(name: string): number {
  return name === "reward" ? 0 : name === "loss" ? 1 : 2;
}
