import type { Brush, HistogramBar } from "./prepare-histogram";

type HistogramBarsProps = {
  bars: readonly HistogramBar[];
  x: (timeMs: number) => number;
  y: (count: number) => number;
  hatchId: string;
  /** The brush while it is dragged. */
  brush: Brush | null;
  hovered: number | null;
};

/** Below this height a hatch does not fit. */
const HATCH_HEIGHT_PX = 4;

/** Finished calls at the bottom, failed calls hatched above them, running calls on top. */
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
        const parts = [
          { key: "ok", from: 0, to: bar.ok, fill: brush !== null && isInside ? "var(--vat-5)" : "var(--vat-3)" },
          { key: "err", from: bar.ok, to: bar.ok + bar.errors, fill: `url(#${hatchId}err)`, color: "var(--err)" },
          { key: "run", from: bar.ok + bar.errors, to: bar.total, fill: `url(#${hatchId}run)`, color: "var(--run)" },
        ];
        return (
          <g key={bar.startMs} opacity={hovered === null || hovered === index ? 1 : 0.85}>
            {parts.map(({ key, from, to, fill, color }) => {
              if (to <= from) return null;
              const height = Math.max(1, y(from) - y(to) - (key === "ok" ? 0 : 0.5));
              return (
                <rect
                  key={key}
                  x={left + (span - width) / 2}
                  y={y(to)}
                  width={width}
                  height={height}
                  fill={color !== undefined && height <= HATCH_HEIGHT_PX ? color : fill}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}
