import type { PlotGeometry } from "@/components/chart/use-plot-geometry";
import { CrossRule } from "@/components/training/metrics/cross-rule";
import { useCrosshair } from "@/components/training/metrics/crosshair";

/** The line of the crosshair over columns. Renders alone when the pointer moves. */
export function ColumnRule({ geometry }: { geometry: PlotGeometry }) {
  const { at } = useCrosshair();
  if (at === null) return null;
  const x = Math.round(geometry.x(at)) + 0.5;
  if (x < geometry.left || x > geometry.left + geometry.width) return null;
  return (
    <g pointerEvents="none">
      <CrossRule x={x} geometry={geometry} />
    </g>
  );
}
