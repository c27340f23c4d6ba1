import type { LinePoint } from "@/lib/chart/line-points";
import type { ChartSeries } from "@/lib/chart/series";
import type { Bucket } from "@/lib/chart/stacks";
import type { Axis } from "@/lib/chart/ticks";
import type { Tip } from "./chart-tooltip";

export interface Line extends ChartSeries {
  readonly points: readonly LinePoint[];
  /** A reference series: dotted, without a label at its end. */
  readonly isDotted?: boolean;
  readonly width?: number;
}

/** A time span of the plot: its text and its link. */
export interface Band extends Bucket {
  readonly tip: Tip;
  readonly href: string;
}

export type LinesChartProps = {
  label: string;
  lines: readonly Line[];
  /** The time spans of the plot, in order. */
  bands: readonly Band[];
  /** A linear axis of the values. Without it they are durations, on a log scale. */
  yAxis?: Axis;
  /** The label at the end of a line. */
  format: (value: number) => string;
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};
