/** What the charts of a page share: the crosshair, and the range that a drag chooses. */
export interface SharedPlot {
  readonly crossMs: number | null;
  readonly onCrosshairMove: (timeMs: number | null) => void;
  readonly onZoom: (range: { fromMs: number; toMs: number } | null) => void;
}
