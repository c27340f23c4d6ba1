import { formatClock, formatDay } from "@/lib/format/time";

/** A position on an axis and its label. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** An axis: its ends, and the ticks between them. */
export interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
}

const MAX_TICK_STEPS = 4;

/** The smallest of 1, 2, 5 times a power of ten that is at least `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Returns a linear axis from zero to a round number at or above `largest`, in few round steps. */
export function linearAxis(
  largest: number,
  label: (value: number) => string,
  smallestStep = 0,
  mostSteps = MAX_TICK_STEPS,
): Axis {
  const top = Number.isFinite(largest) && largest > 0 ? largest : smallestStep || 1;
  const step = Math.max(smallestStep, roundUp(top / mostSteps));
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, index) => {
    // Sums of a step like 0.1 drift; the tick must be the number in its label.
    const value = Number((index * step).toPrecision(12));
    return { value, label: label(value) };
  });
  return { domain: [0, ticks.at(-1)?.value ?? 1], ticks };
}

const SHORT_UNITS = [
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
] as const;

/** A round count on an axis: `0`, `500`, `1.5k`, `20M`. */
export function axisCount(count: number): string {
  const unit = SHORT_UNITS.find(([size]) => Math.abs(count) >= size);
  return unit ? `${Number((count / unit[0]).toPrecision(4))}${unit[1]}` : String(Number(count.toPrecision(4)));
}

/** Calls are counted in whole numbers: the axis never has a tick between two of them. */
export function countAxis(largest: number, mostSteps = MAX_TICK_STEPS): Axis {
  return linearAxis(largest, axisCount, 1, mostSteps);
}

const S = 1000;
const M = 60 * S;
const H = 60 * M;

/** Durations that read well as ticks. Those of `decades` are used alone if all of them would be too many. */
const DURATIONS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20].map((seconds) => seconds * S),
  ...[1, 2, 5, 10, 20].map((minutes) => minutes * M),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((hours) => hours * H),
] as const;
const DECADES: ReadonlySet<number> = new Set([1, 10, 100, S, 10 * S, M, 10 * M, H, 10 * H, 100 * H, 1000 * H]);
const MAX_LOG_TICKS = 7;

/** A round duration on an axis: `500 ms`, `20 s`, `5 m`, `2 h`. */
function axisDuration(durationMs: number): string {
  if (durationMs < S) return `${durationMs} ms`;
  if (durationMs < M) return `${durationMs / S} s`;
  return durationMs < H ? `${durationMs / M} m` : `${durationMs / H} h`;
}

/**
 * Returns a log axis of durations that covers all of `durationsMs`, between round ones. Values shorter than a
 * millisecond count as one: a log axis has no zero. Without any duration it runs from 100 ms to 10 s.
 */
export function durationAxis(durationsMs: Iterable<number | null>): Axis {
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (const durationMs of durationsMs) {
    if (durationMs === null || !Number.isFinite(durationMs)) continue;
    shortest = Math.min(shortest, Math.max(1, durationMs));
    longest = Math.max(longest, Math.max(1, durationMs));
  }
  if (longest === 0) [shortest, longest] = [100, 10 * S];
  const above = DURATIONS.findIndex((duration) => duration > shortest);
  const from = Math.max(0, (above < 0 ? DURATIONS.length : above) - 1);
  const end = DURATIONS.findIndex((duration) => duration >= longest);
  const to = end < 0 ? DURATIONS.length - 1 : end;
  // A single round duration makes no axis.
  const inside = from < to ? DURATIONS.slice(from, to + 1) : DURATIONS.slice(Math.max(0, from - 1), from + 2);
  const shown = inside.length > MAX_LOG_TICKS ? inside.filter((duration) => DECADES.has(duration)) : inside;
  return {
    domain: [inside[0] ?? 1, Math.max(inside.at(-1) ?? 1, longest)],
    ticks: shown.map((duration) => ({ value: duration, label: axisDuration(duration) })),
  };
}

const D = 24 * H;
const TIME_STEPS = [
  ...[1, 5, 15, 30].map((seconds) => seconds * S),
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * M),
  ...[1, 2, 4, 6, 12].map((hours) => hours * H),
  ...[1, 2, 5, 10].map((days) => days * D),
] as const;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120] as const;
const MONTH_MS = 30.4 * D;

/** Returns round times of a range, in UTC. A tick at midnight is the date, one in January the year. */
export function timeTicks(fromMs: number, toMs: number, most = 7): readonly Tick[] {
  const lengthMs = toMs - fromMs;
  if (!(lengthMs > 0)) return [];
  const stepMs = TIME_STEPS.find((candidate) => lengthMs / candidate <= most);
  return stepMs === undefined ? monthTicks(fromMs, toMs, most) : evenTicks(fromMs, toMs, stepMs);
}

function evenTicks(fromMs: number, toMs: number, stepMs: number): readonly Tick[] {
  const ticks: Tick[] = [];
  for (let value = Math.ceil(fromMs / stepMs) * stepMs; value <= toMs; value += stepMs) {
    ticks.push({ value, label: value % D === 0 ? formatDay(value) : formatClock(value, stepMs < M) });
  }
  return ticks;
}

function monthTicks(fromMs: number, toMs: number, most: number): readonly Tick[] {
  const step = MONTH_STEPS.find((months) => (toMs - fromMs) / (months * MONTH_MS) <= most) ?? 120;
  const start = new Date(fromMs);
  const ticks: Tick[] = [];
  const firstMonth = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = Math.floor(firstMonth / step) * step; ; month += step) {
    const value = Date.UTC(Math.floor(month / 12), month % 12);
    if (value > toMs) return ticks;
    const name = formatDay(value).slice(2);
    if (value >= fromMs) ticks.push({ value, label: month % 12 === 0 ? String(month / 12) : name });
  }
}
