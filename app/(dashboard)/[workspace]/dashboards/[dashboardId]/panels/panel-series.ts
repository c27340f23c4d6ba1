import { measuredText } from "@/components/watches/watch-words";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { isAdditive } from "@/lib/api/contract/app/panel-rules";
import type { Measured } from "@/lib/api/contract/measures/measures";
import { findGrouping, termOf, valueLabel } from "@/lib/calls/grouping";
import type { ChartTable } from "@/lib/chart/chart-table";
import { type ChartSeries, NEUTRAL_COLOR, SERIES_COLORS } from "@/lib/chart/series";
import type { Bucket } from "@/lib/chart/stacks";
import { spanName } from "@/lib/chart/time-buckets";
import { formatCount } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";
import type { UserNames } from "@/lib/format/user-name";
import { panelTitle } from "./panel-words";

/** More bands of a stack cannot be told apart. */
const MAX_SERIES = 6;
const OTHER_KEY = "other";

/** What a panel is drawn from. */
export interface PanelData {
  readonly panel: DashboardPanel;
  readonly measured: Measured;
  /** The end of the range, where the last window may end too. */
  readonly before: string | null;
  readonly scope: TracesScope;
  readonly userNames: UserNames;
  readonly nowMs: number;
}

/** One line, or one band of a stack. */
interface MeasuredSeries extends ChartSeries {
  readonly total: number | null;
  readonly values: readonly (number | null)[];
  /** The terms that select its calls; null for what the named groups leave. */
  readonly terms: readonly string[] | null;
}

/** Returns the windows of a panel as spans of time. The last one ends with the range. */
export function spansOf({ measured, before }: Pick<PanelData, "measured" | "before">): readonly Bucket[] {
  const endMs = parseTime(before) ?? Number.POSITIVE_INFINITY;
  const widthMs = measured.window_seconds * 1000;
  return measured.points.map(({ start }) => {
    const startMs = parseTime(start) ?? 0;
    return { startMs, endMs: Math.max(startMs + 1, Math.min(startMs + widthMs, endMs)) };
  });
}

/** What the named groups leave of the total, where groups add up to it. */
function otherSeries({ panel, measured }: PanelData, named: readonly MeasuredSeries[]): readonly MeasuredSeries[] {
  const rest = measured.group_count - named.length;
  if (rest <= 0 || !isAdditive(panel.figure) || panel.by === "model") return [];
  const left = (total: number | null, parts: readonly (number | null)[]) =>
    total === null ? null : Math.max(0, total - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0));
  return [
    {
      key: OTHER_KEY,
      label: `${formatCount(rest)} more`,
      color: NEUTRAL_COLOR,
      total: left(
        measured.total.value,
        named.map(({ total }) => total),
      ),
      values: measured.points.map(({ value }, at) =>
        left(
          value,
          named.map(({ values }) => values[at] ?? null),
        ),
      ),
      terms: null,
    },
  ];
}

/** Returns the series of a panel: its groups with the most calls, or one of all calls. */
export function seriesOf(data: PanelData): readonly MeasuredSeries[] {
  const { panel, measured, userNames } = data;
  const grouping = panel.by === "" ? null : findGrouping(panel.by);
  if (grouping === null) {
    const { points, total } = measured;
    const values = points.map(({ value }) => value);
    return [{ key: "all", label: panelTitle(panel), color: "var(--vat-6)", total: total.value, values, terms: [] }];
  }
  const named = measured.groups.slice(0, MAX_SERIES).map(
    ({ value, total, points }, at): MeasuredSeries => ({
      key: value === null ? "none" : `value ${value}`,
      label: valueLabel(grouping, value, userNames),
      color: SERIES_COLORS[at] ?? NEUTRAL_COLOR,
      total: total.value,
      values: points.map((point) => point.value),
      terms: [termOf(grouping, value)],
    }),
  );
  return [...named, ...otherSeries(data, named)];
}

/** Returns the values of a panel over time as a table. */
export function seriesTable(spans: readonly Bucket[], series: readonly MeasuredSeries[]): ChartTable {
  return {
    head: ["Start", ...series.map(({ label }) => label)],
    rows: spans.map(({ startMs }, at) => [
      new Date(startMs).toISOString(),
      ...series.map(({ values }) => values[at] ?? null),
    ]),
  };
}

/** Returns the series in words, for those who do not see the chart. */
export function seriesSummary({ panel }: PanelData, series: readonly MeasuredSeries[]): string {
  const parts = series.map(({ label, total }) => `${label} ${measuredText(panel.figure, total)}`);
  return `${panelTitle(panel)} over time, in the whole range: ${parts.join(", ")}. Use the arrow keys to move between windows.`;
}

/** The text and the link of one window: of one series, or of all. */
export function windowLabel(
  { panel, scope, nowMs }: PanelData,
  span: Bucket,
  series: readonly MeasuredSeries[],
  at: number,
) {
  const only = series.length === 1 ? series[0] : undefined;
  return {
    href: tracesHref(scope, { terms: only?.terms ?? [], span }),
    tip: {
      title: only?.label ?? panelTitle(panel),
      when: spanName(span, nowMs),
      facts: series.map(({ label, color, values }) => ({
        label: only ? "Value" : label,
        value: measuredText(panel.figure, values[at]),
        ...(only ? {} : { color }),
      })),
      action: "Click to list these calls",
    },
  };
}
