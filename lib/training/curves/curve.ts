import { type Axis, stepTicks } from "@/lib/chart/ticks";
import { formatCount } from "@/lib/format/count";

/** A checkpoint, or an iteration of a run, on a curve. */
export interface CurvePoint {
  readonly step: number;
  /** Gradient steps, or the checkpoint's step where no job reported any. */
  readonly x: number;
  readonly value: number;
  /** The 95 % interval; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  readonly isBest: boolean;
}

/** A checkpoint that has no value yet, at its place on the line between its neighbours. */
interface OpenPoint {
  readonly step: number;
  readonly x: number;
  /** Null before the first and after the last value. */
  readonly value: number | null;
  readonly isRunning: boolean;
}

/** One curve over the steps of a model. */
export interface Curve {
  readonly name: string;
  readonly points: readonly CurvePoint[];
  readonly open: readonly OpenPoint[];
  readonly x: Axis;
  readonly y: Axis;
}

/** Returns the axis of these steps; a single step is in its middle. */
export function stepAxis(xs: readonly number[]): Axis {
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const domain = high > low ? ([low, high] as const) : ([low - 0.5, low + 0.5] as const);
  return { domain, ticks: stepTicks(...domain, formatCount) };
}
