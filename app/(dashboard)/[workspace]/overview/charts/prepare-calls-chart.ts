import type { MarkLabel } from "@/components/chart/stacked-bars-props";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallGroup, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { type Grouping, otherTerms, termOf, valueLabel } from "@/lib/calls/grouping";
import type { ChartTable } from "@/lib/chart/chart-table";
import { assignSeries, type ChartSeries, NEUTRAL_COLOR, SERIES_COLORS } from "@/lib/chart/series";
import { type Bucket, type MarkPosition, type StackColumn, type StackedCounts, stackColumns } from "@/lib/chart/stacks";
import { bucketSpans, type CountedBuckets, countedSpans, spanName } from "@/lib/chart/time-buckets";
import { countOf, formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { parseTime } from "@/lib/format/time";
import { NO_USER_NAMES, type UserNames } from "@/lib/format/user-name";

export const ERRORS_KEY = "errors";
const OTHER_KEY = "other";

/** Calls of one series: all of them and those that failed, by bucket. */
export interface CountedSeries extends ChartSeries {
  readonly calls: readonly number[];
  readonly errors: readonly number[];
  /** The terms that select its calls. */
  readonly terms: readonly string[];
}

/** The chart of calls over time. */
export interface CallsChart {
  readonly buckets: readonly Bucket[];
  /** The counts of each bucket. */
  readonly spans: readonly Bucket[];
  /** In stacking order, the first at the bottom; failed calls are a series of their own, the first. */
  readonly series: readonly ChartSeries[];
  readonly stacked: readonly StackedCounts[];
  readonly counted: readonly CountedSeries[];
  /** Keys of the named series by color, for the next response. */
  readonly order: readonly string[];
  readonly table: ChartTable;
  readonly summary: string;
}

type GroupBuckets = readonly { start: string; call_count: number; error_count: number }[];

/** Every group value has a unique key. */
const keyOf = (value: string | null) => (value === null ? "none" : `value ${value}`);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

export function countsIn(buckets: readonly Bucket[], given: GroupBuckets) {
  const byStart = new Map(given.map((bucket) => [parseTime(bucket.start), bucket]));
  return {
    calls: buckets.map(({ startMs }) => byStart.get(startMs)?.call_count ?? 0),
    errors: buckets.map(({ startMs }) => byStart.get(startMs)?.error_count ?? 0),
  };
}

function countedSeries(
  group: CallGroup,
  grouping: Grouping,
  buckets: readonly Bucket[],
  before: readonly string[],
  userNames: UserNames,
): readonly CountedSeries[] {
  const byKey = new Map(group.values.map((value) => [keyOf(value.value), value]));
  const order = assignSeries([...byKey.keys()], before);
  const named = order.flatMap((key, index): CountedSeries[] => {
    const value = byKey.get(key);
    if (!value) return [];
    return [
      {
        key,
        label: valueLabel(grouping, value.value, userNames),
        color: SERIES_COLORS[index] ?? NEUTRAL_COLOR,
        ...countsIn(buckets, value.buckets ?? []),
        terms: [termOf(grouping, value.value)],
      },
    ];
  });
  if (!group.other) return named;
  const terms = otherTerms(
    grouping,
    group.values.map(({ value }) => value),
  );
  const otherCount = group.value_count - group.values.length;
  return [
    ...named,
    {
      key: OTHER_KEY,
      label: otherCount > 0 ? `${formatCount(otherCount)} more` : "other",
      color: NEUTRAL_COLOR,
      ...countsIn(buckets, group.other.buckets ?? []),
      terms,
    },
  ];
}

/**
 * Calls over time by the values of a group. A failed call is counted in the hatched series at the base, where its height can
 * be compared from column to column, and not in the color of its value, so that the height of a column is the number of
 * calls.
 *
 * @param before the order of the series in the previous response, so that colors stay
 */
export function prepareCallsChart(
  result: CallsFiguresResult,
  grouping: Grouping,
  before: readonly string[] = [],
  userNames: UserNames = NO_USER_NAMES,
): CallsChart {
  const buckets = bucketSpans(result);
  const group = result.groups[0];
  return chartOfSeries(result, group ? countedSeries(group, grouping, buckets, before, userNames) : [], grouping.label);
}

/** @param label of the group that the series are values of; null for one series of all calls */
export function chartOfSeries(
  result: CountedBuckets,
  counted: readonly CountedSeries[],
  label: string | null,
): CallsChart {
  const buckets = bucketSpans(result);
  const errors = buckets.map((_, index) => sum(counted.map((entry) => entry.errors[index] ?? 0)));
  const stacked = counted.map(({ key, calls, errors: failed }) => ({
    key,
    counts: calls.map((count, index) => count - (failed[index] ?? 0)),
  }));
  const drawn = counted.filter(({ key }) => sum(stacked.find((entry) => entry.key === key)?.counts ?? []) > 0);
  const series: ChartSeries[] = drawn.map(({ key, label, color }) => ({ key, label, color }));
  if (sum(errors) > 0) series.unshift({ key: ERRORS_KEY, label: "errors", color: "var(--err)" });
  return {
    buckets,
    spans: countedSpans(result),
    series,
    stacked: [{ key: ERRORS_KEY, counts: errors }, ...stacked],
    counted,
    order: counted.flatMap(({ key }) => (key === OTHER_KEY ? [] : key)),
    table: tableOf(buckets, counted, errors),
    summary: summaryOf(counted, errors, label),
  };
}

function tableOf(buckets: readonly Bucket[], counted: readonly CountedSeries[], errors: readonly number[]): ChartTable {
  return {
    head: ["Start", ...counted.map(({ label }) => label), "errors included"],
    rows: buckets.map(({ startMs }, index) => [
      new Date(startMs).toISOString(),
      ...counted.map(({ calls }) => calls[index] ?? 0),
      errors[index] ?? 0,
    ]),
  };
}

function summaryOf(counted: readonly CountedSeries[], errors: readonly number[], label: string | null): string {
  const parts = counted.map((entry) => `${entry.label} ${formatCount(sum(entry.calls))}`);
  return `Calls over time${label === null ? "" : ` by ${label}`}. ${parts.join(", ")}. ${countOf(sum(errors), "call")} failed. Use the arrow keys to move between columns.`;
}

/** Errors cannot be compared where the column with most of them has less than this share of the tallest column. */
const MIN_SEEN_SHARE = 0.15;

/**
 * Returns columns of the failed calls alone, for a chart with a scale of their own; null where there are none, or the
 * stack of all calls shows them.
 */
export function errorColumns(
  { buckets, stacked }: Pick<CallsChart, "buckets" | "stacked">,
  tallest: number,
): readonly StackColumn[] | null {
  const errors = stacked.filter(({ key }) => key === ERRORS_KEY);
  const most = Math.max(0, ...errors.flatMap(({ counts }) => counts));
  return most === 0 || most >= tallest * MIN_SEEN_SHARE ? null : stackColumns(buckets, errors, new Set());
}

/** The text of a segment, and the traces it links to. */
export function segmentText(
  chart: Pick<CallsChart, "counted" | "spans">,
  { column, key }: MarkPosition,
  scope: TracesScope,
  nowMs: number,
): MarkLabel {
  const span = chart.spans[column] ?? { startMs: 0, endMs: 0 };
  const entry = chart.counted.find((candidate) => candidate.key === key);
  const of = (counts: "calls" | "errors") =>
    entry ? (entry[counts][column] ?? 0) : sum(chart.counted.map((candidate) => candidate[counts][column] ?? 0));
  const [calls, errors] = [of("calls"), of("errors")];
  const errorText = errors === 0 ? "0" : `${formatCount(errors)} (${formatShortShare(errors / Math.max(1, calls))})`;
  return {
    tip: {
      title: entry?.label ?? "Errors",
      when: spanName(span, nowMs),
      facts: [
        { label: entry ? "Calls" : "All calls", value: formatCount(calls) },
        { label: "Errors", value: errorText },
      ],
      action: "Click to list these calls",
    },
    href: tracesHref(scope, { terms: entry?.terms ?? ["status:error"], span }),
  };
}
