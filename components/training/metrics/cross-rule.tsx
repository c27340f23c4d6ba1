import type { PlotGeometry } from "@/components/chart/use-plot-geometry";

/** The vertical line of the crosshair. */
export function CrossRule({ x, geometry }: { x: number; geometry: PlotGeometry }) {
  return (
    <line
      x1={x}
      x2={x}
      y1={geometry.top}
      y2={geometry.top + geometry.height}
      stroke="var(--chart-cross)"
      strokeDasharray="2 3"
    />
  );
}

/** The value at the crosshair. */
export function CrossDot({ x, y, color }: { x: number; y: number; color: string }) {
  return <circle cx={x} cy={y} r="3.2" fill="var(--bg)" stroke={color} strokeWidth="1.75" />;
}
