import { measuredText } from "@/components/watches/watch-words";
import { tracesHref } from "@/lib/address/traces-href";
import { type PanelData, seriesOf, seriesSummary, seriesTable, spansOf, windowLabel } from "./panel-series";

/** The steps of the ladder of tints above the ground. */
const STEPS = 7;

/** One window of one group. */
interface HeatCell {
  readonly startMs: number;
  /** From 0, nothing, to 7, the most; null without a value. */
  readonly step: number | null;
  readonly title: string;
  readonly href: string;
}

/** Groups below each other over time, the more the darker. */
export function prepareHeat(data: PanelData) {
  const spans = spansOf(data);
  const series = seriesOf(data).filter(({ terms }) => terms !== null);
  const most = Math.max(0, ...series.flatMap(({ values }) => values.flatMap((value) => value ?? [])));
  const rows = series.map((one) => ({
    key: one.key,
    label: one.label,
    href: tracesHref(data.scope, { terms: one.terms ?? [] }),
    total: measuredText(data.panel.figure, one.total),
    cells: spans.map((span, at): HeatCell => {
      const value = one.values[at] ?? null;
      const { href, tip } = windowLabel(data, span, [one], at);
      const step = value === null ? null : value <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * STEPS));
      const title = `${one.label}, ${tip.when}: ${measuredText(data.panel.figure, value)}`;
      return { startMs: span.startMs, step, title, href };
    }),
  }));
  const [first, last] = [spans[0], spans.at(-1)];
  return {
    rows,
    fromMs: first?.startMs ?? 0,
    toMs: last?.endMs ?? 0,
    most: measuredText(data.panel.figure, most),
    table: seriesTable(spans, series),
    summary: seriesSummary(data, series),
  };
}
