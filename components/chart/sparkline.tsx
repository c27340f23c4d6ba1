import { averagePoints, joinSingleGaps, type LinePoint, lastPoint, lineRuns } from "@/lib/chart/line-points";

const WIDTH = 62;
const HEIGHT = 20;
const MARGIN = 2.5;

/** More points than one in two pixels are a smear. */
const MAX_POINTS = 32;

type SparklineProps = {
  points: readonly LinePoint[];
  color?: string;
  /** Breaks the line at a single missing value too: one that was not measured, not a bucket without calls. */
  isBroken?: boolean;
};

/** A small line of a value over time, with a dot at its end. It has its own scale and no axis. */
export function Sparkline(props: SparklineProps) {
  const { color = "var(--ink-3)", isBroken = false } = props;
  const points = averagePoints(props.points, MAX_POINTS);
  const values = points.flatMap(({ value }) => (value !== null && Number.isFinite(value) ? [value] : []));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || values.length === 0) return <svg width={WIDTH} height={HEIGHT} aria-hidden="true" />;
  const low = Math.min(...values);
  const spread = Math.max(...values) - low;
  const x = (timeMs: number) =>
    MARGIN + ((timeMs - first.timeMs) / Math.max(1, last.timeMs - first.timeMs)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) =>
    spread === 0 ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / spread) * (HEIGHT - 2 * MARGIN);
  const end = lastPoint(points);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="overflow-visible">
      {lineRuns(isBroken ? points : joinSingleGaps(points)).map((run) => (
        <path
          key={run[0]?.timeMs}
          // A line without length is drawn as a dot.
          d={`M${run.map(({ timeMs, value }) => `${x(timeMs).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}${run.length === 1 ? "h0" : ""}`}
          fill="none"
          stroke={color}
          strokeWidth="1.2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {end ? <circle cx={x(end.timeMs)} cy={y(end.value)} r="1.8" fill={color} /> : null}
    </svg>
  );
}
