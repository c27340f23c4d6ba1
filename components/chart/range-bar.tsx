import { type DurationAxisScale, durationShareOf } from "@/lib/chart/duration-scale";

/** Width of a range bar in a table, in pixels. */
const WIDTH = 120;
const HEIGHT = 16;
const DOT_RADIUS_PX = 3.5;

type RangeBarProps = {
  p50Ms: number | null;
  p99Ms: number | null;
  /** Shared by all bars of a column; {@link RangeAxis} draws it in the column header. */
  scale: DurationAxisScale;
  /** Slower than nearly all others in the column. */
  isSlow?: boolean;
  width?: number;
};

/** A dot at p50, a bar to p99 and a tick at its end. The values are shown as text next to it. */
export function RangeBar({ p50Ms, p99Ms, scale, isSlow = false, width = WIDTH }: RangeBarProps) {
  const at = (ms: number) => durationShareOf(scale, ms) * width;
  const from = p50Ms === null ? null : at(p50Ms);
  const to = p99Ms === null ? null : at(p99Ms);
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className="inline-block overflow-visible align-middle">
      {scale.map(({ ms }) => {
        const x = Math.min(width - 0.5, at(ms) + 0.5);
        return <line key={ms} x1={x} x2={x} y1={0} y2={HEIGHT} stroke="var(--chart-grid)" />;
      })}
      {from !== null && to !== null && to > from ? (
        <>
          <rect x={from} y={5} width={to - from} height={6} rx={1} fill={isSlow ? "var(--dye-weld)" : "var(--vat-3)"} />
          <line x1={to} x2={to} y1={3} y2={13} stroke="var(--ink-3)" strokeWidth={1.2} />
        </>
      ) : null}
      {from === null ? null : (
        <circle cx={Math.max(DOT_RADIUS_PX, from)} cy={8} r={DOT_RADIUS_PX} fill="var(--vat-6)" />
      )}
    </svg>
  );
}

/** The ends of the axis, for the header of a column of range bars; the name is between them. */
export function RangeAxis({
  scale,
  label,
  width = WIDTH,
}: {
  scale: DurationAxisScale;
  label: string;
  width?: number;
}) {
  return (
    <span className="flex justify-between font-normal" style={{ width }}>
      <span>{scale[0].label}</span>
      <span className="font-medium">{label}</span>
      <span>{scale.at(-1)?.label}</span>
    </span>
  );
}
