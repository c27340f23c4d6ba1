import type { PlotGeometry } from "@/components/chart/use-plot-geometry";
import type { ChartNotes } from "@/lib/training/metrics/chart-notes";
import { bandPath } from "@/lib/training/metrics/line-paths";

type NotesProps = { notes: ChartNotes; geometry: PlotGeometry };

/** The spread around a line. */
export function SpreadBand({ notes: { band }, geometry, color }: NotesProps & { color: string }) {
  if (band.length < 2) return null;
  return <path d={bandPath(band, geometry)} fill={color} stroke="none" style={{ opacity: "var(--chart-band)" }} />;
}

const LABEL_AIR = 4;
/** Half the height of a label: above a rule it needs this much space. */
const LABEL_PX = 14;

/** Levels to compare with: dashed lines with their names above, or below at the top of the plot. */
export function RuleLines({ notes: { rules }, geometry }: NotesProps) {
  const { left, width, top } = geometry;
  return (
    <g pointerEvents="none">
      {rules.map(({ value, label, isCrossed, isNamedAtEnd = false }) => {
        const y = Math.round(geometry.y(value)) + 0.5;
        const color = isCrossed ? "var(--warn)" : "var(--ink-3)";
        return (
          <g key={label}>
            <line x1={left} x2={left + width} y1={y} y2={y} stroke={color} strokeDasharray="3 3" />
            <text
              x={isNamedAtEnd ? left + width - LABEL_AIR : left + LABEL_AIR}
              textAnchor={isNamedAtEnd ? "end" : "start"}
              y={y - top < LABEL_PX ? y + LABEL_PX - 3 : y - LABEL_AIR}
              fontSize={11}
              fill={color}
              stroke="var(--bg)"
              strokeWidth={3}
              paintOrder="stroke"
            >
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Approximate width of a mark's label in pixels. */
const MARK_LABEL_PX = 40;

/** Returns the x of the marks that get a label: the highest values first, as long as labels do not overlap. */
function labelledMarks(marks: ChartNotes["marks"], geometry: PlotGeometry): ReadonlySet<number> {
  const labelled: number[] = [];
  for (const { x } of marks.toSorted((left, right) => right.value - left.value)) {
    const at = geometry.x(x);
    if (labelled.every((other) => Math.abs(geometry.x(other) - at) > 2 * MARK_LABEL_PX)) labelled.push(x);
  }
  return new Set(labelled);
}

/** Notable values: a triangle with the value, at the top of the plot where the value is above the axis. */
export function NotableMarks({ notes: { marks }, geometry }: NotesProps) {
  const right = geometry.left + geometry.width;
  const labelled = labelledMarks(marks, geometry);
  return (
    <g pointerEvents="none" fill="var(--warn)">
      {marks.map(({ x, value, label, isClipped }) => {
        const cx = geometry.x(x);
        const cy = isClipped ? geometry.top + 4 : Math.max(geometry.top + 4, geometry.y(value) - 8);
        const isLeft = cx + MARK_LABEL_PX > right;
        return (
          <g key={x}>
            <path d={`M${cx} ${cy - 4}l4 7h-8z`} />
            {labelled.has(x) ? (
              <text
                x={isLeft ? cx - 7 : cx + 7}
                y={cy + 4}
                fontSize={11}
                textAnchor={isLeft ? "end" : "start"}
                stroke="var(--bg)"
                strokeWidth={3}
                paintOrder="stroke"
              >
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** The selected range of x, with its edges. */
export function SelectedRange({ notes: { selected }, geometry }: NotesProps) {
  if (!selected) return null;
  const [from, to] = [geometry.x(selected[0]), geometry.x(selected[1])];
  const { top, height } = geometry;
  return (
    <g pointerEvents="none">
      <rect x={from} y={top} width={Math.max(1, to - from)} height={height} fill="var(--accent)" fillOpacity={0.1} />
      {[from, to].map((x, index) => (
        <g key={index === 0 ? "from" : "to"}>
          <line x1={x} x2={x} y1={top} y2={top + height} stroke="var(--accent)" />
          <rect
            x={x - 2.5}
            y={top + height / 2 - 6}
            width={5}
            height={12}
            rx={1.5}
            fill="var(--bg)"
            stroke="var(--accent)"
          />
        </g>
      ))}
    </g>
  );
}

/** A ring around a value on a dashed line, with its name on the side to which no other value of the line extends. */
export function NamedPoint({ notes: { named }, geometry, color }: NotesProps & { color: string }) {
  if (!named) return null;
  const { left, width, top, height } = geometry;
  const [x, y] = [geometry.x(named.x), geometry.y(named.value)];
  const isLate = x > left + width / 2;
  const isHigh = y < top + height / 2;
  return (
    <g pointerEvents="none">
      <line x1={x} x2={x} y1={top} y2={top + height} stroke="var(--ink-3)" strokeDasharray="3 3" />
      <circle cx={x} cy={y} r="4.4" fill="var(--bg)" stroke={color} strokeWidth="1.75" />
      <text
        x={isLate ? x - LABEL_AIR : x + LABEL_AIR}
        y={isHigh ? y - 7 : y + 15}
        fontSize={11}
        fontWeight={500}
        textAnchor={isLate ? "end" : "start"}
        fill="var(--ink)"
        stroke="var(--bg)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {named.label}
      </text>
    </g>
  );
}
