import type { ChartSeries } from "@/lib/chart/series";
import type { MarkPosition, StackColumn } from "@/lib/chart/stacks";
import type { Axis } from "@/lib/chart/ticks";
import type { Tip } from "./chart-tooltip";

/** The text and the link of a mark. */
export interface MarkLabel {
  readonly tip: Tip;
  readonly href: string;
}

export type StackedBarsProps = {
  label: string;
  columns: readonly StackColumn[];
  series: readonly ChartSeries[];
  /** The series drawn hatched; absent where none is. */
  hatchedKey?: string;
  /** The axis for the tallest column; one of whole numbers when absent. */
  axisOf?: (largest: number) => Axis;
  textOf: (position: MarkPosition) => MarkLabel;
  /** The time under the pointer in any chart of this page. */
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};
