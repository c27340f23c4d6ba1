import type { MarkLabel } from "@/components/chart/stacked-bars-props";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { RequestOf } from "@/lib/api/contract/operations";
import { groupingOf, otherTerms, termOf, valueLabel } from "@/lib/calls/grouping";
import type { ChartTable } from "@/lib/chart/chart-table";
import { assignSeries, type ChartSeries, NEUTRAL_COLOR, SERIES_COLORS } from "@/lib/chart/series";
import type { Bucket, MarkPosition, StackedCounts } from "@/lib/chart/stacks";
import { type Axis, linearAxis } from "@/lib/chart/ticks";
import { bucketSpans, countedSpans, spanName } from "@/lib/chart/time-buckets";
import { formatTotalCost } from "@/lib/format/money";
import { formatShortShare } from "@/lib/format/share";
import { parseTime } from "@/lib/format/time";
import { type SpendQuestion, spendBody } from "./prepare-spend";

/** Number of models with their own color; more cannot be distinguished in a stack. */
const MAX_SERIES = 6;
const MAX_MODELS = 50;
const OTHER_KEY = "other";

const byModel = groupingOf("model");

/** Returns the request of the chart: the cost of each model over time. */
export function spendChartBody(question: Omit<SpendQuestion, "name">, nowMs: number): RequestOf<"calls.stats"> {
  return {
    ...spendBody({ ...question, name: "model" }, nowMs),
    groups: [{ by: byModel.by, limit: MAX_MODELS, with_buckets: true }],
  };
}

/** One model, or the rest of the models, with the cost in each bucket. */
interface SpendSeries extends ChartSeries {
  readonly counts: readonly number[];
  readonly terms: readonly string[];
}

/** Spend over time, stacked by model. */
export interface SpendChart {
  readonly buckets: readonly Bucket[];
  readonly spans: readonly Bucket[];
  /** The most expensive first, which is at the bottom. */
  readonly series: readonly SpendSeries[];
  readonly stacked: readonly StackedCounts[];
  /** Keys of the models by color, for the next response. */
  readonly order: readonly string[];
  readonly table: ChartTable;
  readonly summary: string;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Prepares the chart. Models without a price are excluded.
 *
 * @param before the order of the models in the previous response, so that colors stay
 */
export function prepareSpendChart(result: CallsFiguresResult, before: readonly string[] = []): SpendChart {
  const buckets = bucketSpans(result);
  const group = result.groups[0];
  const costsIn = (given: readonly { start: string; cost_usd: number | null }[] = []) => {
    const byStart = new Map(given.map(({ start, cost_usd }) => [parseTime(start), cost_usd ?? 0]));
    return buckets.map(({ startMs }) => byStart.get(startMs) ?? 0);
  };
  const models = (group?.values ?? [])
    .flatMap(({ value, cost_usd, buckets: own }) => {
      const label = valueLabel(byModel, value);
      return (cost_usd ?? 0) > 0 ? [{ key: `value ${value}`, value, label, counts: costsIn(own) }] : [];
    })
    .sort((left, right) => sum(right.counts) - sum(left.counts));
  const order = assignSeries(
    models.map(({ key }) => key),
    before,
    MAX_SERIES,
  );
  const named = models.flatMap(({ key, value, label, counts }): SpendSeries[] => {
    const at = order.indexOf(key);
    return at < 0
      ? []
      : [{ key, label, color: SERIES_COLORS[at] ?? NEUTRAL_COLOR, counts, terms: [termOf(byModel, value)] }];
  });
  const rest = [
    ...models.filter(({ key }) => !order.includes(key)).map(({ counts }) => counts),
    costsIn(group?.other?.buckets),
  ];
  const others = buckets.map((_, index) => sum(rest.map((counts) => counts[index] ?? 0)));
  const shown = models.filter(({ key }) => order.includes(key)).map(({ value }) => value);
  const series =
    sum(others) > 0
      ? [
          ...named,
          { key: OTHER_KEY, label: "other", color: NEUTRAL_COLOR, counts: others, terms: otherTerms(byModel, shown) },
        ]
      : named;
  return {
    buckets,
    spans: countedSpans(result),
    series,
    stacked: series.map(({ key, counts }) => ({ key, counts })),
    order,
    table: {
      head: ["Start", ...series.map(({ label }) => label)],
      rows: buckets.map(({ startMs }, index) => [
        new Date(startMs).toISOString(),
        ...series.map(({ counts }) => counts[index] ?? 0),
      ]),
    },
    summary: `Spend over time by model, in US dollars. ${series
      .map(({ label, counts }) => `${label} ${formatTotalCost(sum(counts))}`)
      .join(", ")}. Use the arrow keys to move between columns.`,
  };
}

/** Returns the text of a segment, and the link to its traces. */
export function spendMarkText(
  { series, spans }: Pick<SpendChart, "series" | "spans">,
  { column, key }: MarkPosition,
  scope: TracesScope,
  nowMs: number,
): MarkLabel {
  const span = spans[column] ?? { startMs: 0, endMs: 0 };
  const entry = series.find((candidate) => candidate.key === key);
  const costUsd = entry?.counts[column] ?? 0;
  const total = sum(series.map(({ counts }) => counts[column] ?? 0));
  return {
    tip: {
      title: entry?.label ?? "",
      when: spanName(span, nowMs),
      facts: [
        { label: "Spend", value: formatTotalCost(costUsd) },
        { label: "Share", value: formatShortShare(total > 0 ? costUsd / total : null) },
      ],
      action: "Click to list these calls",
    },
    href: tracesHref(scope, { terms: entry?.terms ?? [], span }),
  };
}

/** Returns an axis of US dollars, also for very small amounts. */
export const moneyAxis = (largest: number): Axis => linearAxis(largest, (value) => `$${Number(value.toPrecision(4))}`);
