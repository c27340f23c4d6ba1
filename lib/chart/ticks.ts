import { bisectLeft, bisectRight, max, pairs, range, tickStep } from "d3-array";
import { utcTicks } from "d3-time";
import { formatClock, formatDay } from "@/lib/format/time";
import { timeOfWallClock, wallClock } from "@/lib/format/time-zone";

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
/** Sums of the same numbers in another order differ by this share. */
const ROUNDING = 1e-9;
/** d3 takes a number of steps as a wish and may give more: the wish is repeated with these shares of it. */
const WISHES = [1, 0.8, 0.64, 0.512] as const;

/** Returns the smallest of 1, 2, 5 times a power of ten that divides a length into at most `most` steps. */
export function roundStep(length: number, most: number): number {
  const steps = WISHES.map((share) => tickStep(0, length, most * share));
  return steps.find((step) => step >= (length / most) * (1 - ROUNDING)) ?? length;
}

/** Returns multiples of a step. A step like 0.1 drifts in sums, so each tick is the number that its label shows. */
function multiples(first: number, last: number, step: number, label: (value: number) => string): readonly Tick[] {
  return range(first, last + 1).map((index) => {
    const value = Number((index * step).toPrecision(12));
    return { value, label: label(value) };
  });
}

/** Returns a linear axis from zero to a round number at or above `largest`, in few round steps. */
export function linearAxis(
  largest: number,
  label: (value: number) => string,
  smallestStep = 0,
  mostSteps = MAX_TICK_STEPS,
): Axis {
  const top = Number.isFinite(largest) && largest > 0 ? largest : smallestStep || 1;
  const step = Math.max(smallestStep, roundStep(top, mostSteps));
  const ticks = multiples(0, Math.max(1, Math.ceil(top / step - ROUNDING)), step, label);
  return { domain: [0, ticks.at(-1)?.value ?? 1], ticks };
}

/** Returns round numbers inside a range. */
export function roundTicks(
  from: number,
  to: number,
  label: (value: number) => string,
  smallestStep = 0,
  mostSteps = MAX_TICK_STEPS,
): readonly Tick[] {
  if (!(to > from)) return [{ value: from, label: label(from) }];
  const step = Math.max(smallestStep, roundStep(to - from, mostSteps));
  return multiples(Math.ceil(from / step - ROUNDING), Math.floor(to / step + ROUNDING), step, label);
}

/** Returns round steps or iterations inside a range, with its first one if there is room for it before them. */
export function stepTicks(from: number, to: number, label: (value: number) => string): readonly Tick[] {
  const ticks = roundTicks(from, to, label, 1);
  const [first, second] = ticks;
  const step = second === undefined || first === undefined ? to - from : second.value - first.value;
  const hasRoom = first !== undefined && Number.isInteger(from) && first.value - from >= step / 2;
  return hasRoom ? [{ value: from, label: label(from) }, ...ticks] : ticks;
}

/** Returns the log axis of positive values: whole powers of ten around them. */
export function logAxis(low: number, high: number, label: (value: number) => string): Axis {
  if (!(low > 0 && Number.isFinite(high))) return { domain: [0.1, 1], ticks: [] };
  // A power of ten is an end, also when rounding put the value just outside; equal values get two ends.
  const inner = [low * (1 + ROUNDING), Math.max(low * (1 + 2 * ROUNDING), high * (1 - ROUNDING))] as const;
  const [first, last] = [Math.floor(Math.log10(inner[0])), Math.ceil(Math.log10(inner[1]))];
  const powers = range(first, last + 1, Math.ceil((last - first) / MAX_TICK_STEPS));
  const values = powers.map((power) => powerOfTen(power));
  return {
    domain: [powerOfTen(first), powerOfTen(last)],
    ticks: values.map((value) => ({ value, label: label(value) })),
  };
}

/** Products and powers drift below one; a number read from its text does not. */
function powerOfTen(power: number, factor = 1): number {
  return Number(`${factor}e${power}`);
}

/**
 * Returns the round numbers inside a range of a log axis: 1, 2 and 5 times powers of ten, or the powers alone if there
 * are more than `most`.
 */
export function logTicks(from: number, to: number, label: (value: number) => string, most: number): readonly Tick[] {
  const powers = range(Math.floor(Math.log10(from)), Math.ceil(Math.log10(to)) + 1);
  const insideOf = (factors: readonly number[]) =>
    powers
      .flatMap((power) => factors.map((factor) => powerOfTen(power, factor)))
      .filter((value) => value >= from && value <= to);
  const [rounds, decades] = [insideOf([1, 2, 5]), insideOf([1])];
  const shown = rounds.length > most && decades.length > 1 ? decades : rounds;
  return shown.map((value) => ({ value, label: label(value) }));
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
  const from = Math.max(0, bisectRight(DURATIONS, shortest) - 1);
  const to = Math.min(DURATIONS.length - 1, bisectLeft(DURATIONS, longest));
  // A single round duration makes no axis.
  const inside = from < to ? DURATIONS.slice(from, to + 1) : DURATIONS.slice(Math.max(0, from - 1), from + 2);
  const shown = inside.length > MAX_LOG_TICKS ? inside.filter((duration) => DECADES.has(duration)) : inside;
  return {
    domain: [inside[0] ?? 1, Math.max(inside.at(-1) ?? 1, longest)],
    ticks: shown.map((duration) => ({ value: duration, label: axisDuration(duration) })),
  };
}

const D = 24 * H;
/** Steps from this length on begin with a month. */
const MIN_MONTH_MS = 28 * D;

/** Returns round times of a range. A tick at midnight is the date, one in January the year. */
export function timeTicks(fromMs: number, toMs: number, most = 7): readonly Tick[] {
  const lengthMs = toMs - fromMs;
  if (!(lengthMs > 0 && Number.isFinite(lengthMs))) return [];
  const leastMs = Math.max(S, lengthMs / most);
  for (let wish = most; ; wish *= WISHES[1]) {
    const times = utcTicks(wallClock(fromMs), wallClock(toMs), wish).map((time) => timeOfWallClock(Number(time)));
    const stepMs = max(pairs(times, (before, after) => after - before)) ?? lengthMs;
    if (times.length > 1 && stepMs < leastMs) continue;
    return times.map((value) => ({ value, label: timeLabel(value, stepMs) }));
  }
}

function timeLabel(timeMs: number, stepMs: number): string {
  const time = wallClock(timeMs);
  const isMidnight = time.getTime() % D === 0;
  if (!isMidnight) return formatClock(timeMs, stepMs < M);
  if (stepMs < MIN_MONTH_MS || time.getUTCDate() !== 1) return formatDay(timeMs);
  return time.getUTCMonth() === 0 ? String(time.getUTCFullYear()) : formatDay(timeMs).slice(2);
}
