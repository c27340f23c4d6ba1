import type { PlotGeometry } from "./use-plot-geometry";

/** The crosshair shared by the charts of one page. */
export function CrossLine({ geometry, timeMs }: { geometry: PlotGeometry; timeMs: number | null }) {
  if (timeMs === null) return null;
  const x = Math.round(geometry.x(timeMs)) + 0.5;
  if (x < geometry.left || x > geometry.left + geometry.width) return null;
  return (
    <line
      x1={x}
      x2={x}
      y1={geometry.top}
      y2={geometry.top + geometry.height}
      stroke="var(--chart-cross)"
      strokeOpacity={0.5}
      pointerEvents="none"
    />
  );
}
