import type { LinePoint } from "@/lib/chart/line-points";
import type { ChartSeries } from "@/lib/chart/series";
import type { Bucket } from "@/lib/chart/stacks";
import type { Tip } from "./chart-tooltip";

export interface Line extends ChartSeries {
  readonly points: readonly LinePoint[];
  /** Drawn to compare with: dotted, without a label at its end. */
  readonly isDotted?: boolean;
  readonly width?: number;
}

/** A span of time of the plot: what it says and where it leads. */
export interface Band extends Bucket {
  readonly tip: Tip;
  readonly href: string;
}

export type LinesChartProps = {
  label: string;
  lines: readonly Line[];
  /** All of the time of the plot, in order. */
  bands: readonly Band[];
  /** What stands at the end of a line. */
  format: (value: number) => string;
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};
