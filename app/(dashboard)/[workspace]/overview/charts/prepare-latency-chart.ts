import type { Band, Line } from "@/components/chart/lines-chart-props";
import { SLOWEST_FIRST, type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallFigures } from "@/lib/api/contract/calls/call-stats";
import type { ChartTable } from "@/lib/chart/chart-table";
import { NEUTRAL_COLOR } from "@/lib/chart/series";
import { bucketSpans, type CountedBuckets, countedSpans, spanName } from "@/lib/chart/time-buckets";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";

/** The chart of latency over time. */
export interface LatencyChart {
  readonly lines: readonly Line[];
  readonly bands: readonly Band[];
  readonly table: ChartTable;
  readonly summary: string;
}

const quantiles = [
  { key: "p50", color: "var(--vat-4)", width: 1.4 },
  { key: "p90", color: "var(--vat-5)", width: 1.4 },
  { key: "p99", color: "var(--vat-7)", width: 1.6 },
] as const;

export const PREVIOUS_KEY = "previous p99";

type Quantile = (typeof quantiles)[number]["key"];

/** A response with the latency of each bucket. */
export interface LatencyResult extends CountedBuckets {
  readonly buckets: readonly LatencyBucket[];
  readonly previous_buckets: readonly LatencyBucket[] | null;
  /** Null where only buckets have a latency. */
  readonly totals: Pick<CallFigures, "latency_ms"> | null;
  readonly quantile_error?: number | undefined;
}

interface LatencyBucket {
  readonly start: string;
  readonly call_count: number;
  readonly latency_ms: { readonly p50: number; readonly p90: number; readonly p99: number } | null;
}

const quantileOf = (bucket: LatencyBucket | undefined, key: Quantile) => bucket?.latency_ms?.[key] ?? null;

/** p50, p90 and p99 over time, and the p99 of the compared range, aligned by its beginning. */
export function prepareLatencyChart(result: LatencyResult, scope: TracesScope, nowMs: number): LatencyChart {
  const { buckets, previous_buckets: before } = result;
  const counted = countedSpans(result);
  // The last bucket may reach beyond the range or beyond now: the axis ends where the counted calls do.
  const spans = bucketSpans(result).map(({ startMs, endMs }, index) => {
    const countedEndMs = Math.min(endMs, counted[index]?.endMs ?? endMs);
    return { startMs, endMs: startMs < nowMs && nowMs < countedEndMs ? nowMs : countedEndMs };
  });
  const middles = spans.map(({ startMs, endMs }) => (startMs + endMs) / 2);
  const lineOf = (from: readonly LatencyBucket[], key: Quantile) =>
    middles.map((timeMs, index) => ({ timeMs, value: quantileOf(from[index], key) }));
  const lines: Line[] = quantiles.map(({ key, color, width }) => ({
    key,
    label: key,
    color,
    width,
    points: lineOf(buckets, key),
  }));
  if (before?.some((bucket) => bucket.latency_ms !== null)) {
    lines.unshift({
      key: PREVIOUS_KEY,
      label: PREVIOUS_KEY,
      color: NEUTRAL_COLOR,
      width: 1,
      isDotted: true,
      points: lineOf(before, "p99"),
    });
  }
  const bands = spans.map((bucketSpan, index): Band => {
    const span = counted[index] ?? bucketSpan;
    const bucket = buckets[index];
    const previousP99 = quantileOf(before?.[index], "p99");
    return {
      ...bucketSpan,
      href: tracesHref(scope, { span, sort: SLOWEST_FIRST }),
      tip: {
        title: "Latency",
        when: spanName(span, nowMs),
        facts: [
          { label: "Calls", value: formatCount(bucket?.call_count) },
          ...quantiles.map(({ key, color }) => ({ label: key, value: formatDuration(quantileOf(bucket, key)), color })),
          ...(previousP99 === null
            ? []
            : [{ label: PREVIOUS_KEY, value: formatDuration(previousP99), color: NEUTRAL_COLOR }]),
        ],
        action: "Click to list the slowest first",
      },
    };
  });
  return {
    lines,
    bands,
    table: {
      head: ["Start", ...quantiles.map(({ key }) => `${key} ms`)],
      rows: spans.map(({ startMs }, index) => [
        new Date(startMs).toISOString(),
        ...quantiles.map(({ key }) => quantileOf(buckets[index], key)),
      ]),
    },
    summary: summaryOf(result),
  };
}

function summaryOf({ totals, buckets }: LatencyResult): string {
  const total = totals?.latency_ms ?? null;
  if (total === null && buckets.every((bucket) => bucket.latency_ms === null)) return "No call finished in this range.";
  const title = "Latency over time on a log scale.";
  if (total === null) return title;
  return `${title} Over the full range p50 is ${formatDuration(total.p50)}, p90 ${formatDuration(total.p90)}, p99 ${formatDuration(total.p99)}.`;
}
