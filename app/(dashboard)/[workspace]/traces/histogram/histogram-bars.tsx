import type { Brush } from "./brush";
import type { HistogramBar, Part } from "./prepare-histogram";

type HistogramBarsProps = {
  bars: readonly HistogramBar[];
  x: (timeMs: number) => number;
  y: (size: number) => number;
  hatchId: string;
  /** The brush while it is dragged. */
  brush: Brush | null;
  hovered: number | null;
};

/** Below this height a hatch does not fit. */
const HATCH_HEIGHT_PX = 4;

/** The bars: finished calls at the bottom with failed ones hatched above them, or latency, or cost. */
export function HistogramBars({ bars, x, y, hatchId, brush, hovered }: HistogramBarsProps) {
  const hatches = [
    { id: `${hatchId}err`, color: "var(--err)" },
    { id: `${hatchId}run`, color: "var(--run)" },
  ];
  return (
    <>
      {hatches.map(({ id, color }) => (
        <pattern key={id} id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M1 0v4" stroke={color} strokeWidth="2" />
        </pattern>
      ))}
      {bars.map((bar, index) => {
        if (bar.total === 0) return null;
        const left = x(bar.startMs);
        const span = x(bar.endMs) - left;
        const width = Math.max(1, span - (span > 3 ? 1.5 : 0));
        const isInside = brush === null || (bar.endMs > brush.fromMs && bar.startMs < (brush.toMs ?? bar.endMs));
        let base = 0;
        const parts = bar.parts.map(({ part, size }) => {
          const from = base;
          base += size;
          return { part, from, to: base };
        });
        return (
          <g key={bar.startMs} opacity={hovered === null || hovered === index ? 1 : 0.85}>
            {parts.map(({ part, from, to }) => {
              if (to <= from) return null;
              const height = Math.max(1, y(from) - y(to) - (from === 0 ? 0 : 0.5));
              return (
                <rect
                  key={part}
                  x={left + (span - width) / 2}
                  y={y(to)}
                  width={width}
                  height={height}
                  fill={fillOf(part, { hatchId, height, isSelected: brush !== null && isInside })}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** The color of a part. Bars of the brush are deeper; a hatch that does not fit is plain. */
function fillOf(part: Part, bar: { hatchId: string; height: number; isSelected: boolean }): string {
  switch (part) {
    case "error":
      return bar.height <= HATCH_HEIGHT_PX ? "var(--err)" : `url(#${bar.hatchId}err)`;
    case "running":
      return bar.height <= HATCH_HEIGHT_PX ? "var(--run)" : `url(#${bar.hatchId}run)`;
    case "median":
      return bar.isSelected ? "var(--vat-6)" : "var(--vat-4)";
    case "p90":
      return bar.isSelected ? "var(--vat-3)" : "var(--vat-2)";
    default:
      return bar.isSelected ? "var(--vat-5)" : "var(--vat-3)";
  }
}
