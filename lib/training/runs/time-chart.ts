import { TIME_PHASES, type TimePhase, type TimeSplit } from "@/lib/api/contract/training-runs/time-split";
import type { ChartTable } from "@/lib/chart/chart-table";
import { type Axis, linearAxis, roundStep } from "@/lib/chart/ticks";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { stepAxis } from "@/lib/training/curves/curve";

const PHASES: Readonly<Record<TimePhase, { readonly label: string; readonly color: string }>> = {
  sampling: { label: "sampling", color: "var(--dye-woad)" },
  reward: { label: "reward", color: "var(--dye-weld)" },
  training: { label: "training", color: "var(--dye-indigo)" },
  weight_sync: { label: "weight sync", color: "var(--dye-cochineal)" },
  loading: { label: "loading", color: "var(--dye-verdigris)" },
  waiting: { label: "waiting", color: "var(--dye-undyed)" },
  other: { label: "other", color: "var(--dye-walnut)" },
};

/** A phase with its part of the whole run. */
interface PhaseShare {
  readonly phase: TimePhase;
  readonly label: string;
  readonly color: string;
  /** The mean of an iteration, in seconds. */
  readonly seconds: number;
  /** Of the sum of all phases, from 0 to 1. */
  readonly share: number;
}

/** A segment of a column in seconds, the first phase at the bottom. */
interface TimeSegment {
  readonly phase: TimePhase;
  readonly color: string;
  readonly from: number;
  readonly to: number;
}

/** The mean iteration of a stretch. */
export interface TimeColumn {
  readonly from: number;
  readonly to: number;
  readonly segments: readonly TimeSegment[];
}

/** The time of the iterations of a run by phase, as a chart. */
export interface TimeChart {
  readonly phases: readonly PhaseShare[];
  readonly columns: readonly TimeColumn[];
  readonly x: Axis;
  readonly y: Axis;
  readonly table: ChartTable;
}

/** The mean of an iteration of a run, and its share; no share of the whole. */
interface TimeCell {
  readonly seconds: number;
  readonly share: number | null;
}

/** A phase of several runs, or the whole iteration: null in a run that does not report it. */
interface TimeRow {
  readonly label: string;
  readonly cells: readonly (TimeCell | null)[];
}

const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
const MAX_STEPS = 3;

export const secondsText = (seconds: number): string => formatDuration(seconds * MS_PER_SECOND);

export const percentText = (share: number): string =>
  share > 0 && share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`;

/** Returns an axis of durations from zero, in round seconds or minutes. */
function durationAxis(largest: number): Axis {
  const label = (seconds: number) =>
    seconds >= SECONDS_PER_MINUTE && seconds % SECONDS_PER_MINUTE === 0
      ? `${formatCount(seconds / SECONDS_PER_MINUTE)} m`
      : `${Number(seconds.toPrecision(3))} s`;
  const minutes = largest / SECONDS_PER_MINUTE;
  const step = minutes > MAX_STEPS ? roundStep(minutes, MAX_STEPS) * SECONDS_PER_MINUTE : 0;
  if (step === 0) return linearAxis(largest, label, 0, MAX_STEPS);
  const ticks = Array.from({ length: Math.ceil(largest / step) + 1 }, (_, at) => ({
    ...{ value: at * step, label: label(at * step) },
  }));
  return { domain: [0, ticks.at(-1)?.value ?? step], ticks };
}

/** The iterations of a stretch: `12` or `12–20`. */
export const stretchText = ({ from, to }: Pick<TimeColumn, "from" | "to">): string =>
  from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`;

/** Returns the phases of a run with their shares, and a column for each stretch of iterations. */
export function timeChart({ phases, iterations, stretches }: TimeSplit): TimeChart {
  const total = phases.reduce((sum, { seconds }) => sum + seconds, 0);
  const columns = stretches.map(({ from, to, seconds }): TimeColumn => {
    let top = 0;
    const segments = phases.flatMap(({ phase }, at): TimeSegment[] => {
      const own = seconds[at] ?? 0;
      top += own;
      return own > 0 ? [{ phase, color: PHASES[phase].color, from: top - own, to: top }] : [];
    });
    return { from, to, segments };
  });
  return {
    phases: phases.map(({ phase, seconds }) => ({
      ...{ phase, ...PHASES[phase], seconds: seconds / Math.max(1, iterations) },
      share: total === 0 ? 0 : seconds / total,
    })),
    columns,
    x: stepAxis(stretches.flatMap(({ from, to }) => [from - 0.5, to + 0.5])),
    y: durationAxis(columns.reduce((most, { segments }) => Math.max(most, segments.at(-1)?.to ?? 0), 0)),
    table: {
      head: ["first iteration", "last iteration", ...phases.map(({ phase }) => `${PHASES[phase].label}, seconds`)],
      rows: stretches.map(({ from, to, seconds }) => [from, to, ...seconds]),
    },
  };
}

/** Returns the phases of several runs, then their sum; empty where no run reports any. A sum of overlapping phases is left out. */
export function comparedTimes(splits: readonly (TimeSplit | null)[]): readonly TimeRow[] {
  const charts = splits.map((split) => (split === null ? null : timeChart(split)));
  const rows = TIME_PHASES.map((phase): TimeRow => {
    const cells = charts.map((chart) => chart?.phases.find((one) => one.phase === phase) ?? null);
    return { label: PHASES[phase].label, cells };
  }).filter(({ cells }) => cells.some((cell) => cell !== null));
  if (rows.length === 0) return [];
  const sums = charts.map((chart, at) =>
    chart === null || splits[at]?.overlaps === true
      ? null
      : { seconds: chart.phases.reduce((sum, { seconds }) => sum + seconds, 0), share: null },
  );
  return [...rows, { label: "all", cells: sums }];
}
