"use client";

import { useId } from "react";
import { ChartTooltip } from "@/components/chart/chart-tooltip";
import { timeTicks } from "@/lib/chart/ticks";
import { spanName } from "@/lib/chart/time-buckets";
import type { Brush } from "./brush";
import { BrushHandles } from "./brush-handles";
import { HistogramBars } from "./histogram-bars";
import { type Histogram, histogramSummary } from "./prepare-histogram";
import { useBrushDrag } from "./use-brush-drag";

export type HistogramPlotProps = {
  histogram: Histogram;
  width: number;
  height: number;
  brush: Brush | null;
  /** The end of the shown time advances with the clock. */
  isPinned: boolean;
  isOpenEnded: boolean;
  isPhone: boolean;
  onBrush: (brush: Brush | null) => void;
};

/** Bars begin below the legend, which would cover them. A phone has no legend. */
const TOP = 24;
const PHONE_TOP = 12;
const BOTTOM = 18;

const TITLES = { calls: "Calls", latency: "Latency", cost: "Cost" } as const;

/**
 * The bars with their axes and the brush. A drag selects a range, a click one bucket, a double-click the full range.
 */
export function HistogramPlot(props: HistogramPlotProps) {
  const { histogram, width, height, isPinned, isOpenEnded, isPhone, onBrush } = props;
  const { fromMs, toMs, y: axis } = histogram;
  const [left, right] = isPhone ? [34, 8] : [histogram.measure === "calls" ? 44 : 52, 14];
  const plotWidth = Math.max(1, width - left - right);
  const top = isPhone ? PHONE_TOP : TOP;
  const plotHeight = height - top - BOTTOM;
  const x = (timeMs: number) => left + ((timeMs - fromMs) / (toMs - fromMs)) * plotWidth;
  const y = (size: number) => top + plotHeight - (size / axis.domain[1]) * plotHeight;
  const timeAt = (at: number) =>
    fromMs + ((Math.min(left + plotWidth, Math.max(left, at)) - left) / plotWidth) * (toMs - fromMs);

  const hatchId = useId();
  const { shown, edges, hovered, isDragging, handlers } = useBrushDrag({
    histogram,
    brush: props.brush,
    isOpenEnded,
    x,
    timeAt,
    onBrush,
  });
  const bar = hovered === null ? undefined : histogram.bars[hovered];
  return (
    <>
      <svg
        width={width}
        height={height}
        className="absolute inset-0 cursor-crosshair touch-pan-y select-none"
        role="img"
        aria-label={histogramSummary(histogram)}
        {...handlers}
      >
        {axis.ticks.map(({ value, label }) => (
          <g key={value}>
            <line
              x1={left}
              x2={left + plotWidth}
              y1={Math.round(y(value)) + 0.5}
              y2={Math.round(y(value)) + 0.5}
              stroke={value === 0 ? "var(--chart-axis)" : "var(--chart-grid)"}
            />
            <text
              x={left - 6}
              y={y(value) + (value === 0 ? 1 : 4)}
              textAnchor="end"
              fontSize={11}
              fill="var(--chart-text)"
            >
              {label}
            </text>
          </g>
        ))}
        {edges ? (
          <rect
            x={edges.left}
            y={top - 6}
            width={Math.max(1, edges.right - edges.left)}
            height={plotHeight + 6}
            fill="var(--accent-tint)"
          />
        ) : null}
        <HistogramBars bars={histogram.bars} x={x} y={y} hatchId={hatchId} brush={shown} hovered={hovered} />
        {timeTicks(fromMs, toMs, isPhone ? 4 : 12).map(({ value, label }) => {
          const at = x(value);
          const isUnderLabel = edges && !isPhone && (Math.abs(at - edges.left) < 44 || Math.abs(at - edges.right) < 44);
          if (isUnderLabel || at < left + 14 || at > left + plotWidth - 20) return null;
          return (
            <text key={value} x={at} y={height - 4} textAnchor="middle" fontSize={11} fill="var(--chart-text)">
              {label}
            </text>
          );
        })}
      </svg>
      <BrushHandles
        histogram={histogram}
        brush={shown}
        edges={edges ?? { left, right: left + plotWidth }}
        top={top - 6}
        height={plotHeight + 6}
        isPinned={isPinned}
        isOpenEnded={isOpenEnded}
        isPhone={isPhone}
        onBrush={onBrush}
      />
      {bar && !isDragging ? (
        <ChartTooltip
          tip={{
            title: TITLES[histogram.measure],
            when: spanName(bar, Date.now()),
            facts: bar.facts,
            action: "Click to filter to these, drag to select a range",
          }}
          position={{ left: x(bar.startMs), right: x(bar.endMs), top: 0, frameWidthPx: width }}
        />
      ) : null}
    </>
  );
}
