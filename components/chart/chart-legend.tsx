import type { ChartSeries } from "@/lib/chart/series";
import { classNames } from "@/lib/style/class-names";

type ChartLegendProps = {
  label: string;
  series: readonly ChartSeries[];
  /** How a series is drawn: as an area, a line, or hatched. */
  markOf?: (key: string) => "area" | "line" | "dotted" | "hatch";
  hidden: ReadonlySet<string>;
  /** A click isolates a series; with Shift it hides the series. */
  onPress: (key: string, isShift: boolean) => void;
};

/** The series of a chart with their colors. Scrolls sideways where space is short. */
export function ChartLegend({ label, series, markOf = () => "area", hidden, onPress }: ChartLegendProps) {
  return (
    <fieldset
      aria-label={label}
      className="flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none] [mask-image:linear-gradient(to_right,black_calc(100%-12px),transparent)]"
    >
      {series.map((entry) => (
        <button
          key={entry.key}
          type="button"
          aria-pressed={!hidden.has(entry.key)}
          title={`${entry.label}: click to isolate, Shift-click to hide`}
          onClick={(event) => onPress(entry.key, event.shiftKey)}
          className={classNames(
            "inline-flex h-6 flex-none items-center gap-[5px] rounded-chip px-1 text-micro text-ink-2 outline-offset-[-2px] last:mr-3 hover:bg-hover",
            hidden.has(entry.key) && "text-ink-3 line-through",
          )}
        >
          <LegendMark mark={markOf(entry.key)} color={hidden.has(entry.key) ? "var(--ink-4)" : entry.color} />
          <span className="max-w-40 truncate">{entry.label}</span>
        </button>
      ))}
    </fieldset>
  );
}

function LegendMark({ mark, color }: { mark: "area" | "line" | "dotted" | "hatch"; color: string }) {
  if (mark === "line" || mark === "dotted") {
    return (
      <svg width="12" height="8" aria-hidden="true">
        <path d="M0 4h12" stroke={color} strokeWidth="2" strokeDasharray={mark === "dotted" ? "2 3" : undefined} />
      </svg>
    );
  }
  return (
    <i
      aria-hidden="true"
      className={classNames("size-2 flex-none rounded-[2px]", mark === "hatch" && "border")}
      style={
        mark === "hatch"
          ? {
              borderColor: color,
              backgroundImage: `repeating-linear-gradient(135deg, transparent 0 2px, ${color} 2px 3px)`,
            }
          : { background: color }
      }
    />
  );
}
