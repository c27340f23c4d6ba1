import { max } from "d3-array";
import type { Band, Line } from "@/components/chart/lines-chart-props";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { ScoreFigures, ScoreOfCalls, ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import { type Grouping, groupingOf, valueLabel } from "@/lib/calls/grouping";
import type { ChartTable } from "@/lib/chart/chart-table";
import { SERIES_COLORS } from "@/lib/chart/series";
import { type Axis, linearAxis, roundTicks } from "@/lib/chart/ticks";
import { bucketSpans, countedSpans, spanName } from "@/lib/chart/time-buckets";
import { quoteField } from "@/lib/filter/query-text";
import { countOf, formatCount } from "@/lib/format/count";
import { formatShare } from "@/lib/format/share";
import { scoreLabel } from "@/lib/score/score-field";
import { scoreTerm, scoreText } from "@/lib/score/score-text";

/** How a score is drawn: as a mean, as a share of true, or only by its values. */
type Measure = "mean" | "share" | "values";

/** A group of calls beside a chart. */
interface ScoreGroup {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly text: string;
  readonly calls: number;
}

/** One part of a distribution, with its link. */
interface ScoreBar {
  readonly label: string;
  readonly count: number;
  /** Of the largest part. */
  readonly share: number;
  readonly href: string;
}

/** The figures and the chart of a score. */
export interface ScoreChart {
  readonly name: string;
  /** `mean 0.62`, `87% true`; for texts the number of different ones. */
  readonly figure: string;
  readonly count: string;
  readonly lines: readonly Line[];
  readonly bands: readonly Band[];
  /** Null where values have no order. */
  readonly axis: Axis | null;
  /** Enough points for a line; fewer are shown by their figures. */
  readonly hasCourse: boolean;
  readonly format: (value: number) => string;
  readonly groups: readonly ScoreGroup[];
  readonly bars: readonly ScoreBar[];
  readonly table: ChartTable;
  readonly summary: string;
}

/** One or two points have no course: their figures are shown. */
const MIN_POINTS = 3;

function measureOf({ number_count: numbers, true_count: trues, false_count: falses }: ScoreFigures): Measure {
  if (numbers === 0 && trues + falses === 0) return "values";
  return numbers >= trues + falses ? "mean" : "share";
}

/** The value that is drawn: a mean, or a share; null without a value of this kind. */
function drawnValue(figures: ScoreFigures | undefined, measure: Measure): number | null {
  if (figures === undefined || measure === "values") return null;
  if (measure === "mean") return figures.mean;
  const answers = figures.true_count + figures.false_count;
  return answers === 0 ? null : figures.true_count / answers;
}

const formats: Readonly<Record<Measure, (value: number) => string>> = {
  mean: (value) => scoreText(value),
  share: (value) => formatShare(value),
  values: String,
};

function axisOf(score: ScoreOfCalls, measure: Measure): Axis | null {
  if (measure === "values") return null;
  const format = formats[measure];
  const { min: low, max: high } = score.totals;
  if (measure === "share" || (low !== null && high !== null && low >= 0 && high <= 1)) {
    return {
      domain: [0, 1],
      ticks: [0, 0.5, 1].map((value) => ({ value, label: measure === "share" ? `${value * 100}%` : format(value) })),
    };
  }
  const [from, to] = [Math.min(0, low ?? 0), high ?? 1];
  if (from === 0) return linearAxis(to, format, 0, 3);
  return { domain: [from, Math.max(to, 0)], ticks: roundTicks(from, Math.max(to, 0), format) };
}

function figureOf({ totals, values }: ScoreOfCalls, measure: Measure): string {
  const value = drawnValue(totals, measure);
  if (value === null)
    return totals.call_count === 0 ? "–" : values.length === 20 ? "20 or more values" : countOf(values.length, "value");
  return measure === "mean" ? `mean ${scoreText(value)}` : `${formatShare(value)} true`;
}

function barsOf({ field, bins, values }: ScoreOfCalls, scope: TracesScope): readonly ScoreBar[] {
  const name = quoteField(field);
  const isSingle = bins.length === 1;
  const ofNumbers = bins.map(({ from, to, count }, at) => ({
    label: isSingle ? scoreText(from) : `${scoreText(from)} to ${scoreText(to)}`,
    count,
    terms: isSingle
      ? [`${name}:${from}`]
      : [`${name}:>=${from}`, `${name}:${at === bins.length - 1 ? "<=" : "<"}${to}`],
  }));
  const ofTexts = values.map(({ value, count }) => ({ label: value, count, terms: [scoreTerm(field, value)] }));
  const all = [...ofNumbers, ...ofTexts];
  const most = max(all, ({ count }) => count) ?? 1;
  return all.map(({ label, count, terms }) => ({
    label,
    count,
    share: count / Math.max(1, most),
    href: tracesHref(scope, { terms }),
  }));
}

interface Series {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly figures: ScoreFigures;
  readonly byStart: ReadonlyMap<string, ScoreFigures>;
}

function seriesOf(score: ScoreOfCalls, grouping: Grouping | null): readonly Series[] {
  const byStart = (buckets: ScoreOfCalls["buckets"]) => new Map(buckets.map((bucket) => [bucket.start, bucket]));
  // A single group is the whole: its line needs no name.
  if (grouping === null || score.groups.length < 2) {
    const label = scoreLabel(score.field);
    return [{ key: "all", label, color: SERIES_COLORS[0], figures: score.totals, byStart: byStart(score.buckets) }];
  }
  return score.groups.map((group, at) => ({
    key: `value ${group.value ?? ""}`,
    label: valueLabel(grouping, group.value),
    color: SERIES_COLORS[at % SERIES_COLORS.length] ?? SERIES_COLORS[0],
    figures: group,
    byStart: byStart(group.buckets),
  }));
}

/** Returns what the card of one score shows. Buckets without a scored call are gaps, not zeros. */
export function prepareScoreChart(
  result: ScoresFiguresResult,
  score: ScoreOfCalls,
  scope: TracesScope,
  nowMs: number,
): ScoreChart {
  const name = scoreLabel(score.field);
  const measure = measureOf(score.totals);
  const format = formats[measure];
  const textOf = (figures: ScoreFigures | undefined) => {
    const value = drawnValue(figures, measure);
    return value === null ? "–" : format(value);
  };
  const series = seriesOf(score, result.by === null ? null : groupingOf(result.by));
  const bucketed = { ...result, buckets: result.starts.map((start) => ({ start })) };
  const spans = bucketSpans(bucketed);
  const counted = countedSpans(bucketed);
  const totals = new Map(score.buckets.map((bucket) => [bucket.start, bucket]));
  const lines = series.map(({ key, label, color, byStart }) => ({
    key,
    label,
    color,
    points: spans.map(({ startMs, endMs }, at) => ({
      timeMs: (startMs + endMs) / 2,
      value: drawnValue(byStart.get(result.starts[at] ?? ""), measure),
    })),
  }));
  const bands = spans.map((bucketSpan, at): Band => {
    const span = counted[at] ?? bucketSpan;
    const start = result.starts[at] ?? "";
    return {
      ...bucketSpan,
      href: tracesHref(scope, { span, terms: [`${quoteField(score.field)}:*`] }),
      tip: {
        title: name,
        when: spanName(span, nowMs),
        facts: [
          { label: "Scored calls", value: formatCount(totals.get(start)?.call_count ?? 0) },
          ...series.flatMap(({ label, color, byStart }) => {
            const figures = byStart.get(start);
            return figures === undefined ? [] : [{ label, value: textOf(figures), color }];
          }),
        ],
        action: "Click to list the scored calls",
      },
    };
  });
  const figure = figureOf(score, measure);
  const count = countOf(score.totals.call_count, "scored call");
  const { min: low, max: high } = score.totals;
  const range = low === null || high === null ? "" : `, from ${scoreText(low)} to ${scoreText(high)}`;
  return {
    name,
    figure,
    count,
    lines: measure === "values" ? [] : lines,
    bands,
    axis: axisOf(score, measure),
    hasCourse: measure !== "values" && score.buckets.filter(({ call_count }) => call_count > 0).length >= MIN_POINTS,
    format,
    groups: series.map(({ key, label, color, figures }) => ({
      key,
      label,
      color,
      text: textOf(figures),
      calls: figures.call_count,
    })),
    bars: barsOf(score, scope),
    table: {
      head: ["Start", ...series.flatMap(({ label }) => [`${label}`, `${label} calls`])],
      rows: result.starts.map((start) => [
        start,
        ...series.flatMap(({ byStart }) => [
          drawnValue(byStart.get(start), measure),
          byStart.get(start)?.call_count ?? 0,
        ]),
      ]),
    },
    summary: `${name}: ${figure}, ${count}${range}.`,
  };
}
