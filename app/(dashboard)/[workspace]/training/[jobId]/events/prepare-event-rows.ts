import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { countOf } from "@/lib/format/count";
import type { EventLog } from "@/lib/training/events/event-log";
import { seriesPath } from "@/lib/training/events/event-numbers";
import { failureMessage, type TrainingEvent } from "@/lib/training/events/training-event";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { NotableStep } from "@/lib/training/metrics/notable-steps";
import { notableText, notableTitle } from "@/lib/training/metrics/notable-text";
import { lowerBound } from "@/lib/training/metrics/pixel-points";
import { type Insertion, interleave } from "./interleave";

/** A line of the thread of events: one event, or a run of events of a type. */
export interface EventListRow {
  readonly key: string;
  readonly kind: "created" | "started" | "step" | "checkpoint" | "warning" | "ended" | "failed" | "other";
  readonly title: string;
  /** One line of its data; empty where it has none. */
  readonly text: string;
  readonly timeMs: number | null;
  /** Position of the event in the log; null for a run, and for a row that is not an event. */
  readonly index: number | null;
  /** Duration of a run; null for a single event. */
  readonly durationMs: number | null;
  /** The reward during a run, or the loss if the reward does not change; empty for a single event. */
  readonly line: readonly number[];
}

/** Additional rows that the page lists between the events of a job. */
export interface EventExtras {
  readonly created: { readonly timeMs: number | null; readonly text: string } | null;
  readonly notable: readonly NotableStep[];
  /** The checkpoint that the job created; null before its end. */
  readonly checkpointStep: number | null;
}

const NO_EXTRAS: EventExtras = { created: null, notable: [], checkpointStep: null };

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

/** A part of the log that becomes one row: the index of its first event, and of the event after its last. */
type Segment = readonly [first: number, end: number];

/**
 * Returns the rows, with each run of consecutive events of one type merged into one. A notable step ends its run, so
 * that it is listed where it happened.
 */
export function condensedRows(log: EventLog, extras: EventExtras = NO_EXTRAS): EventRows {
  const { runs, count } = log;
  const notable = extras.notable.map((one) => ({ one, after: eventOfStep(log, one.step) + 1 }));
  const cuts = [...new Set(notable.map(({ after }) => after))].filter(
    (after) => after < count && runs[lowerBound(runs, after)] !== after,
  );
  const starts = interleave(
    runs.length,
    cuts.map((item) => ({ before: lowerBound(runs, item), item })),
  );
  const startAt = (index: number) => {
    if (index >= starts.count) return count;
    const found = starts.at(index);
    return "item" in found ? found.item : (runs[found.index] ?? 0);
  };
  const segmentsBefore = (event: number) => lowerBound(runs, event) + cuts.filter((cut) => cut < event).length;
  const rows = interleave(starts.count, [
    ...createdRow(extras),
    ...notable.map(({ one, after }) => ({ before: segmentsBefore(after), item: notableRow(log, one, after - 1) })),
    ...checkpointRow(log, extras, segmentsBefore(count - 1)),
  ]);
  return {
    count: rows.count,
    at: (index) => {
      const found = rows.at(index);
      if ("item" in found) return found.item;
      const [first, end]: Segment = [startAt(found.index), startAt(found.index + 1)];
      return end - first === 1 ? eventRow(log, first) : runRow(log, first, end - 1);
    },
  };
}

/** Returns the event of a gradient step. */
function eventOfStep(log: EventLog, step: number): number {
  let [low, high] = [0, log.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (log.stepAt(middle) < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

const PLAIN = { index: null, durationMs: null, line: [] } as const;

function createdRow({ created }: EventExtras): readonly Insertion<EventListRow>[] {
  if (created === null) return [];
  return [{ before: 0, item: { ...PLAIN, ...created, key: "created", kind: "created", title: "Job created" } }];
}

function notableRow(log: EventLog, one: NotableStep, index: number): EventListRow {
  const key = `${one.path} ${one.row}`;
  const timeMs = index < log.count ? log.timeAt(index) : null;
  return { ...PLAIN, key, kind: "warning", timeMs, title: notableTitle(one), text: notableText(one) };
}

function checkpointRow(log: EventLog, { checkpointStep }: EventExtras, before: number): Insertion<EventListRow>[] {
  const last = log.count - 1;
  if (checkpointStep === null || last < 0 || log.typeAt(last) !== "training_ended") return [];
  const title = `Checkpoint ${checkpointStep}`;
  const timeMs = log.timeAt(last);
  return [{ before, item: { ...PLAIN, key: "checkpoint", kind: "checkpoint", timeMs, title, text: "" } }];
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
    durationMs: null,
    line: [],
    timeMs: event.timeMs,
    title: kind === "step" ? `${title} ${log.stepAt(index)}` : title,
    text:
      failureMessage(event) ??
      startText(event) ??
      (log.hasData(index) ? fieldsText(event.data) : numbersText(log, index)),
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
    durationMs: durationOf(log, first, last),
    line: type === "gradient_step" ? lineOf(log, first, last) : [],
    title:
      type === "gradient_step"
        ? `${countOf(count, "gradient step")}, ${step - count + 1} to ${step}`
        : `${type}, ${countOf(count, "event")}`,
    text: changes(numbersAt(log, first), numbersAt(log, last)),
  };
}

/** Returns the time from the event before a run to the end of the run. */
function durationOf(log: EventLog, first: number, last: number): number | null {
  const [from, to] = [log.timeAt(Math.max(0, first - 1)), log.timeAt(last)];
  return from === null || to === null ? null : to - from;
}

const MAX_LINE_POINTS = 24;
/** Metrics for the sparkline: the first one that changes is drawn. */
const LINE_PATHS = ["reward", "loss", "policy_loss"] as const;

function lineOf(log: EventLog, first: number, last: number): readonly number[] {
  const [from, to] = [log.rowAt(first), log.rowAt(last)];
  const series = LINE_PATHS.map((path) => log.metrics.seriesOf(path)).find((one) => one && !one.isConstant);
  if (!series || from === null || to === null) return [];
  const [begin, end] = [lowerBound(series.rows, from), lowerBound(series.rows, to + 1)];
  const interval = Math.max(1, Math.ceil((end - begin) / MAX_LINE_POINTS));
  return Array.from(series.values.subarray(begin, end)).filter(
    (value, index) => Number.isFinite(value) && index % interval === 0,
  );
}

/** Returns the number of steps that a job announced at its start, as text. */
function startText({ type, data }: TrainingEvent): string | null {
  const announced = type === "training_started" ? plainNumber(data.num_sequences) : null;
  return typeof announced === "number" ? `${countOf(announced, "gradient step")} planned` : null;
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
