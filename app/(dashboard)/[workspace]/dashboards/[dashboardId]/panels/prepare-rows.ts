import { measuredText } from "@/components/watches/watch-words";
import { tracesHref } from "@/lib/address/traces-href";
import { findGrouping, termOf, valueLabel } from "@/lib/calls/grouping";
import type { ChartTable } from "@/lib/chart/chart-table";
import { quoteValue } from "@/lib/filter/query-text";
import { formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import type { PanelData } from "./panel-series";
import { panelTitle } from "./panel-words";

/** A name with its value as a bar, and a link to its calls. */
export interface MeasuredRow {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** Of the longest bar. */
  readonly share: number;
  readonly href: string;
}

/** The rows of a panel, and the same values as a table. */
export interface PreparedRows {
  readonly rows: readonly MeasuredRow[];
  readonly table: ChartTable;
  readonly summary: string;
  /** What the rows leave out. */
  readonly note: string | null;
}

/** Returns the groups of a table by their value, largest first; those without a value are last. */
export function prepareGroups({ panel, measured, scope, userNames }: PanelData): PreparedRows {
  const grouping = findGrouping(panel.by);
  const { figure } = panel;
  if (grouping === null) return { rows: [], table: { head: [], rows: [] }, summary: "", note: null };
  const sorted = [...measured.groups].sort(
    (left, right) => (right.total.value ?? -1) - (left.total.value ?? -1) || right.total.calls - left.total.calls,
  );
  const longest = Math.max(0, ...sorted.map(({ total }) => total.value ?? 0));
  const rows = sorted.map(({ value, total }) => ({
    key: value ?? "",
    label: valueLabel(grouping, value, userNames),
    value: measuredText(figure, total.value),
    note: formatCount(total.calls),
    share: longest > 0 ? (total.value ?? 0) / longest : 0,
    href: tracesHref(scope, { terms: [termOf(grouping, value)] }),
  }));
  const rest = measured.group_count - sorted.length;
  return {
    rows,
    table: {
      head: [grouping.label, panelTitle(panel), "Calls", "Low", "High"],
      rows: sorted.map(({ value, total }) => [
        valueLabel(grouping, value, userNames),
        total.value,
        total.calls,
        total.low,
        total.high,
      ]),
    },
    summary: `${panelTitle(panel)}: ${rows
      .slice(0, 10)
      .map(({ label, value }) => `${label} ${value}`)
      .join(", ")}.`,
    note: rest > 0 ? `${formatCount(rest)} more with fewer calls` : null,
  };
}

type Bin = NonNullable<PanelData["measured"]["bins"]>[number];

/** Returns how the values of a panel are distributed, in order. */
export function prepareBins({ panel, measured, scope }: PanelData): PreparedRows {
  const bins = measured.bins ?? [];
  const { figure } = panel;
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const nameOf = ({ from, to, label }: Bin) => {
    if (label !== null) return label;
    if (from === to || to === null) return measuredText(figure, from);
    return `${measuredText(figure, from)} to ${measuredText(figure, to)}`;
  };
  const field = figure === "score" ? panel.score : "latency";
  const unit = figure === "score" ? "" : "ms";
  const termsOf = ({ from, to, label }: Bin) => {
    if (label !== null) return [`${field}:${quoteValue(label)}`];
    // The last bin of a score includes its end.
    const isLast = figure === "score" && to === bins.findLast((bin) => bin.to !== null)?.to;
    return [
      ...(from === null ? [] : [`${field}:>=${from}${unit}`]),
      ...(to === null ? [] : [`${field}:${isLast ? "<=" : "<"}${to}${unit}`]),
    ];
  };
  const rows = bins.map((bin) => ({
    key: nameOf(bin),
    label: nameOf(bin),
    value: formatCount(bin.count),
    note: formatShortShare(all > 0 ? bin.count / all : 0),
    share: bin.count / most,
    href: tracesHref(scope, { terms: termsOf(bin) }),
  }));
  return {
    rows,
    table: { head: ["Values", "Calls"], rows: bins.map((bin) => [nameOf(bin), bin.count]) },
    summary: `${panelTitle(panel)}, distributed: ${rows.map(({ label, value }) => `${label}: ${value}`).join(", ")}.`,
    note: null,
  };
}
