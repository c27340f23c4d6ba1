import { bisectLeft } from "d3-array";
import { roundStep } from "@/lib/chart/ticks";
import { type TimeWindow, timeAtShare, windowShareOf } from "./time-window";

/** A labeled time on the axis. */
export interface TimeTick {
  readonly timeMs: number;
  readonly label: string;
  /** Its position in the window, 0 to 1. */
  readonly share: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Round steps of a second and more; below a second, 1, 2 and 5 times powers of ten. */
const LONG_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000].map(
  (seconds) => seconds * SECOND,
);

/** Returns round times in the window, about `most` at most; none inside a shortened pause. */
export function traceTimeTicks(window: TimeWindow, most: number): readonly TimeTick[] {
  const length = window.to - window.from;
  if (length <= 0 || most < 1) return [];
  const step = timeStep(length, most);
  const [fromMs, toMs] = [timeAtShare(window, 0), timeAtShare(window, 1)];
  const ticks: TimeTick[] = [];
  const { breaks } = window.axis;
  let pause = 0;
  for (let number = Math.ceil(fromMs / step - 1e-9); number * step <= toMs + step * 1e-9; number += 1) {
    const timeMs = number * step;
    while (pause < breaks.length && (breaks[pause]?.toMs ?? 0) <= timeMs) pause += 1;
    const inside = breaks[pause];
    if (inside && inside.fromMs < timeMs) {
      // Continues after the pause, however long it is.
      number = Math.ceil(inside.toMs / step) - 1;
      continue;
    }
    ticks.push({ timeMs, label: tickLabel(timeMs, step), share: windowShareOf(window, timeMs) });
  }
  return ticks;
}

function timeStep(length: number, most: number): number {
  const least = length / most;
  if (least > HOUR * 10) return Math.ceil(least / (24 * HOUR)) * 24 * HOUR;
  if (least > SECOND / 2) return LONG_STEPS[bisectLeft(LONG_STEPS, least)] ?? HOUR;
  return roundStep(length, most);
}

/**
 * Formats a time after the start, as precisely as the tick step requires: `250 ms`, `1.25 s`, `1 m 20 s`, `2 h 05 m`.
 */
export function tickLabel(timeMs: number, stepMs: number): string {
  if (timeMs === 0) return "0 s";
  if (timeMs >= HOUR) {
    const hours = `${Math.floor(timeMs / HOUR)} h`;
    const minutes = `${hours} ${two((timeMs % HOUR) / MINUTE)} m`;
    return stepMs >= HOUR ? hours : stepMs >= MINUTE ? minutes : `${minutes} ${secondsText(timeMs % MINUTE, stepMs)}`;
  }
  if (timeMs >= MINUTE) {
    const minutes = `${Math.floor(timeMs / MINUTE)} m`;
    return stepMs >= MINUTE ? minutes : `${minutes} ${secondsText(timeMs % MINUTE, stepMs)}`;
  }
  if (timeMs >= SECOND || stepMs >= SECOND) return secondsText(timeMs, stepMs);
  return `${timeMs.toFixed(decimals(stepMs))} ms`;
}

const two = (value: number) => String(Math.floor(value)).padStart(2, "0");

/** The number of decimals that distinguishes steps. */
const decimals = (step: number) => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

const secondsText = (timeMs: number, stepMs: number) => `${(timeMs / SECOND).toFixed(decimals(stepMs / SECOND))} s`;
