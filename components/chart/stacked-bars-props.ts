import type { ChartSeries } from "@/lib/chart/series";
import type { MarkPosition, StackColumn } from "@/lib/chart/stacks";
import type { Tip } from "./chart-tooltip";

/** What a mark says and where it leads. */
export interface MarkLabel {
  readonly tip: Tip;
  readonly href: string;
}

export type StackedBarsProps = {
  label: string;
  columns: readonly StackColumn[];
  series: readonly ChartSeries[];
  /** The series that is drawn hatched. */
  hatchedKey: string;
  textOf: (position: MarkPosition) => MarkLabel;
  /** The moment that the pointer of a chart of this page is at. */
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};
