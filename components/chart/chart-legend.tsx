"use client";

import { useRef } from "react";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { ChartSeries } from "@/lib/chart/series";
import { classNames } from "@/lib/style/class-names";
import { useFittingCount } from "./use-fitting-count";

type Mark = "area" | "line" | "dotted" | "hatch";

type ChartLegendProps = {
  label: string;
  series: readonly ChartSeries[];
  /** How a series is drawn: as an area, a line, or hatched. */
  markOf?: (key: string) => Mark;
  hidden: ReadonlySet<string>;
  /** A click isolates a series; with Shift it hides the series. */
  onPress: (key: string, isShift: boolean) => void;
};

/** The series of a chart with their colors in one line. Those without space are in a menu that says how many they are. */
export function ChartLegend({ label, series, markOf = () => "area", hidden, onPress }: ChartLegendProps) {
  const line = useRef<HTMLFieldSetElement>(null);
  const fitting = useFittingCount(line, series.map((entry) => entry.label).join("\n"));
  const rest = series.slice(fitting);
  return (
    <div className="flex min-w-0 items-center">
      <fieldset
        ref={line}
        aria-label={label}
        className="flex h-6 min-w-0 flex-wrap justify-end gap-x-1 gap-y-2 overflow-hidden"
      >
        {series.map((entry, index) => (
          <button
            key={entry.key}
            type="button"
            aria-pressed={!hidden.has(entry.key)}
            title={`${entry.label}: click to isolate, Shift-click to hide`}
            onClick={(event) => onPress(entry.key, event.shiftKey)}
            className={classNames(
              "inline-flex h-6 flex-none items-center gap-[5px] rounded-chip px-1 text-micro text-ink-2 outline-offset-[-2px] hover:bg-hover",
              hidden.has(entry.key) && "text-ink-3 line-through",
              index >= fitting && "invisible",
            )}
          >
            <LegendMark mark={markOf(entry.key)} color={colorOf(entry, hidden)} />
            <span className="max-w-40 truncate">{entry.label}</span>
          </button>
        ))}
      </fieldset>
      {rest.length === 0 ? null : (
        <Menu
          label={`More: ${label}`}
          align="end"
          trigger={
            <button
              type="button"
              aria-label={`${rest.length} more: ${label}`}
              className="h-6 flex-none rounded-chip px-1 text-micro text-ink-2 outline-offset-[-2px] hover:bg-hover"
            >
              +{rest.length}
            </button>
          }
        >
          {rest.map((entry) => (
            <MenuItem
              key={entry.key}
              role="menuitemcheckbox"
              aria-checked={!hidden.has(entry.key)}
              className={classNames(hidden.has(entry.key) && "text-ink-3 line-through")}
              onSelect={() => onPress(entry.key, false)}
            >
              <LegendMark mark={markOf(entry.key)} color={colorOf(entry, hidden)} />
              <span className="max-w-80 truncate">{entry.label}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

const colorOf = ({ key, color }: ChartSeries, hidden: ReadonlySet<string>) =>
  hidden.has(key) ? "var(--ink-4)" : color;

function LegendMark({ mark, color }: { mark: Mark; color: string }) {
  if (mark === "line" || mark === "dotted") {
    return (
      <svg width="12" height="8" aria-hidden="true" className="flex-none">
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
