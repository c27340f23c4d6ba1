import type {
  CallFiguresBucket,
  CallHistogramBucket,
  CallsFiguresResult,
  CallsHistogramResult,
} from "@/lib/api/contract/calls/call-stats";
import type { Bucket } from "@/lib/chart/stacks";
import { type Axis, countAxis, linearAxis } from "@/lib/chart/ticks";
import { bucketName, bucketSpans } from "@/lib/chart/time-buckets";
import { formatCount, formatShortCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import type { Brush } from "./brush";

/** The measure that the height of the bars shows. */
export type Measure = "calls" | "latency" | "cost";

/** The response of the service for a measure. */
export type Measured =
  | { readonly measure: "calls"; readonly result: CallsHistogramResult }
  | { readonly measure: "latency" | "cost"; readonly result: CallsFiguresResult };

/** A part of a bar. Parts of a bar are on top of each other, in this order. */
export type Part = "ok" | "error" | "running" | "median" | "p90" | "cost";

export interface HistogramBar extends Bucket {
  /** From the bottom; `size` in the unit of the axis: calls, milliseconds or US dollars. */
  readonly parts: readonly { readonly part: Part; readonly size: number }[];
  /** The sum of the parts. */
  readonly total: number;
  /** The figures of the bucket, for its tooltip. */
  readonly facts: readonly Fact[];
  readonly isInBrush: boolean;
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A part of the bars with its figure inside the brush, or of all bars; without one where it cannot be summed. */
interface LegendEntry {
  readonly part: Part;
  readonly text: string;
}

export interface Histogram {
  readonly measure: Measure;
  readonly bars: readonly HistogramBar[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly y: Axis;
  readonly legend: readonly LegendEntry[];
  /** The part that the legend does not show; null if it shows all. */
  readonly note: string | null;
  readonly bucketName: string;
}

/** The strip has room for two ticks. */
const MAX_AXIS_STEPS = 2;

type Draft = Pick<HistogramBar, "parts" | "facts">;

const statusCounts = ({ call_count, error_count, running_count }: CallHistogramBucket) => ({
  ok: Math.max(0, call_count - error_count - running_count),
  error: error_count,
  running: running_count,
});

function callsDraft(bucket: CallHistogramBucket): Draft {
  const counts = statusCounts(bucket);
  const parts = (["ok", "error", "running"] as const).map((part) => ({ part, size: counts[part] }));
  return { parts, facts: parts.map(({ part, size }) => ({ label: part, value: formatCount(size) })) };
}

function latencyDraft({ call_count, latency_ms: latency }: CallFiguresBucket): Draft {
  const calls = { label: "calls", value: formatCount(call_count) };
  if (latency === null) return { parts: [], facts: [calls] };
  return {
    parts: [
      { part: "median", size: latency.p50 },
      { part: "p90", size: Math.max(0, latency.p90 - latency.p50) },
    ],
    facts: [
      { label: "median", value: formatDuration(latency.p50) },
      { label: "p90", value: formatDuration(latency.p90) },
      { label: "p99", value: formatDuration(latency.p99) },
      calls,
    ],
  };
}

function costDraft({ call_count, cost_usd: costUsd, unpriced_tokens: unpriced }: CallFiguresBucket): Draft {
  return {
    parts: costUsd === null ? [] : [{ part: "cost", size: costUsd }],
    facts: [
      { label: "cost", value: formatTotalCost(costUsd) },
      ...(unpriced > 0 ? [{ label: "tokens without a price", value: formatShortCount(unpriced) }] : []),
      { label: "calls", value: formatCount(call_count) },
    ],
  };
}

function draftsOf(measured: Measured): readonly Draft[] {
  if (measured.measure === "calls") return measured.result.buckets.map(callsDraft);
  return measured.result.buckets.map(measured.measure === "latency" ? latencyDraft : costDraft);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns calls, latency or cost over time, or null without buckets. */
export function prepareHistogram(measured: Measured, brush: Brush | null): Histogram | null {
  const { measure, result } = measured;
  const spans = bucketSpans(result);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return null;
  const drafts = draftsOf(measured);
  const bars = spans.flatMap((span, index): HistogramBar[] => {
    const draft = drafts[index];
    if (!draft) return [];
    const isInBrush = brush === null || (span.endMs > brush.fromMs && span.startMs < (brush.toMs ?? span.endMs));
    return [{ ...span, ...draft, total: sum(draft.parts.map(({ size }) => size)), isInBrush }];
  });
  const largest = bars.reduce((most, { total }) => Math.max(most, total), 0);
  return {
    measure,
    bars,
    fromMs: first.startMs,
    toMs: last.endMs,
    y: axisOf(measure, largest),
    ...legendOf(measured, bars, brush),
    bucketName: bucketName(result.bucket_seconds),
  };
}

/** A cent: smaller ticks would all read as the same amount. */
const MIN_COST_STEP_USD = 0.01;

function axisOf(measure: Measure, largest: number): Axis {
  if (measure === "calls") return countAxis(largest, MAX_AXIS_STEPS);
  if (measure === "latency") return durationSteps(largest);
  return linearAxis(
    largest,
    (value) => (value === 0 ? "$0" : formatTotalCost(value)),
    MIN_COST_STEP_USD,
    MAX_AXIS_STEPS,
  );
}

/** A linear axis in the unit in which its ticks are round. */
function durationSteps(largestMs: number): Axis {
  const [unitMs, unit] = DURATION_UNITS.find(([lengthMs]) => largestMs >= lengthMs) ?? [1, "ms"];
  const { ticks } = linearAxis(largestMs / unitMs, String, 0, MAX_AXIS_STEPS);
  const shown = ticks.map(({ value }) => ({ value: value * unitMs, label: value === 0 ? "0" : `${value} ${unit}` }));
  return { domain: [0, shown.at(-1)?.value ?? 1], ticks: shown };
}

const DURATION_UNITS: readonly (readonly [number, string])[] = [
  [3_600_000, "h"],
  [60_000, "m"],
  [1000, "s"],
];

function legendOf(
  measured: Measured,
  bars: readonly HistogramBar[],
  brush: Brush | null,
): Pick<Histogram, "legend" | "note"> {
  const inside = bars.map(({ isInBrush }) => isInBrush);
  if (measured.measure === "calls") {
    const counts = measured.result.buckets.filter((_, index) => inside[index]).map(statusCounts);
    const text = (part: "ok" | "error" | "running") => `${part} ${formatCount(sum(counts.map((each) => each[part])))}`;
    return { legend: (["ok", "error", "running"] as const).map((part) => ({ part, text: text(part) })), note: null };
  }
  const { totals, buckets } = measured.result;
  if (measured.measure === "latency") {
    // Quantiles of a part of the buckets cannot be computed from those of each.
    const latency = brush === null ? totals.latency_ms : null;
    const text = (name: string, value: number | undefined) =>
      value === undefined ? name : `${name} ${formatDuration(value)}`;
    return {
      legend: [
        { part: "median", text: text("median", latency?.p50) },
        { part: "p90", text: text("p90", latency?.p90) },
      ],
      note: null,
    };
  }
  const shown = buckets.filter((_, index) => inside[index]);
  const costs = shown.flatMap(({ cost_usd: costUsd }) => costUsd ?? []);
  const unpriced = sum(shown.map(({ unpriced_tokens: count }) => count));
  return {
    legend: [{ part: "cost", text: `cost ${formatTotalCost(costs.length === 0 ? null : sum(costs))}` }],
    note: unpriced > 0 ? `${formatShortCount(unpriced)} tokens without a price` : null,
  };
}

/** A sentence with the figures of the chart. */
export function histogramSummary({ measure, bars, legend, bucketName: name, note }: Histogram): string {
  const figures = legend.map(({ text }) => text).join(", ");
  const largest = bars.reduce((most, { total }) => Math.max(most, total), 0);
  const format = { calls: formatCount, latency: formatDuration, cost: formatTotalCost }[measure];
  const title = measure === "calls" ? "Calls" : measure === "latency" ? "Latency" : "Cost";
  return `${title} per ${name}: ${figures}, at most ${format(largest)} per bar${note === null ? "" : `; ${note}`}.`;
}
