"use client";

import type { ChartSeries } from "@/lib/chart/series";
import type { MarkPosition, StackColumn } from "@/lib/chart/stacks";
import type { Tip } from "./chart-tooltip";
import type { MarkLabel } from "./stacked-bars-props";
import type { PlotGeometry } from "./use-plot-geometry";

type StackColumnMarksProps = {
  column: StackColumn;
  series: readonly ChartSeries[];
  geometry: PlotGeometry;
  hatchedKey: string | undefined;
  hatchFill: string;
  textOf: (position: MarkPosition) => MarkLabel;
  /** The segment under the pointer or the focus; the others of its stack are dimmed. */
  shownKey: string | null;
  /** The segment in the tab order. */
  tabKey: string | null;
};

const DIMMED = 0.45;
/** Gap between segments and between columns, in pixels. */
const GAP = 1;
const MAX_WIDTH_PX = 40;
/** Minimum segment height, so that the smallest value stays visible. */
const MIN_SEGMENT_HEIGHT_PX = 1;

function sentence({ title, when, facts }: Tip): string {
  return `${title}, ${when}: ${facts.map(({ label, value }) => `${label} ${value}`).join(", ")}`;
}

/** One column of segments, each a link. */
export function StackColumnMarks(props: StackColumnMarksProps) {
  const { column, series, geometry, hatchedKey, hatchFill, textOf, shownKey, tabKey } = props;
  const left = geometry.x(column.startMs);
  const span = geometry.x(column.endMs) - left;
  const width = Math.max(1, Math.min(MAX_WIDTH_PX, span - (span > 3 ? GAP : 0)));
  const x = left + (span - width) / 2;
  return column.segments.map(({ key, from, to }) => {
    const entry = series.find((candidate) => candidate.key === key);
    const text = textOf({ column: column.index, key });
    const top = geometry.y(to);
    const fullHeight = geometry.y(from) - top;
    const height = Math.max(MIN_SEGMENT_HEIGHT_PX, fullHeight - (fullHeight > 3 ? GAP : 0));
    const isShown = shownKey === key;
    return (
      <a
        key={key}
        href={text.href}
        tabIndex={tabKey === key ? 0 : -1}
        aria-label={sentence(text.tip)}
        data-column={column.index}
        data-series={key}
        className="outline-none"
      >
        <rect
          x={x}
          y={top}
          width={width}
          height={height}
          fill={key === hatchedKey ? hatchFill : entry?.color}
          opacity={shownKey === null || isShown ? 1 : DIMMED}
          stroke={isShown ? "var(--ink)" : "none"}
          strokeWidth={isShown ? 1.5 : 0}
        />
      </a>
    );
  });
}
