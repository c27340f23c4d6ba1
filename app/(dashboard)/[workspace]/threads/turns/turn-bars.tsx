import { useMemo } from "react";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import { isSlowTurn, type ThreadFigures, type Turn } from "@/lib/thread/thread-turns";
import { turnBars } from "./prepare-turn-bars";

type TurnBarsProps = {
  turns: readonly Turn[];
  figures: ThreadFigures;
  turnId: string | null;
  onTurnChange: (id: string) => void;
};

/** Height of the longest bar in pixels. */
const PLOT_HEIGHT_PX = 44;

/** Up to this number of bars, there is a wider gap between them. */
const WIDE_BARS = 40;

/** A bar for the duration of each turn, with p50 and p99 as lines. Clicking a bar selects its turn. */
export function TurnBars({ turns, figures, turnId, onTurnChange }: TurnBarsProps) {
  const { p50Ms, p99Ms, longestMs } = figures;
  const top = Math.max(longestMs, p99Ms ?? 0, 1);
  const heightOf = (ms: number) => (ms / top) * PLOT_HEIGHT_PX;
  const bars = useMemo(() => turnBars(turns), [turns]);
  const gap = bars.length <= WIDE_BARS ? "gap-1" : "gap-px";
  const areFar = p50Ms !== null && p99Ms !== null && heightOf(p99Ms - p50Ms) >= 12;
  return (
    <div className="flex-none border-b border-line px-4 pb-1">
      <p className="sr-only">
        Durations of {turns.length} turns: p50 {formatDuration(p50Ms)}, p99 {formatDuration(p99Ms)}.
      </p>
      <div className="relative pr-20" style={{ height: PLOT_HEIGHT_PX + 10 }}>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of bars is not a fieldset */}
        <div
          role="group"
          aria-label="Turns"
          className={classNames("flex h-full items-end border-b border-(--chart-axis)", gap)}
        >
          {bars.map(({ turn, label, holds }) => (
            <button
              key={turn.id}
              type="button"
              // The arrow keys move between turns, so the bars are not in the tab order.
              tabIndex={-1}
              aria-label={label}
              title={label}
              aria-current={holds(turnId) || undefined}
              onClick={() => onTurnChange(turn.id)}
              className="group/bar flex h-full min-w-px flex-1 items-end"
            >
              <i
                className={classNames(
                  "block w-full rounded-t-[1px] group-hover/bar:outline group-hover/bar:outline-ink",
                  barColour(turn, figures),
                  holds(turnId) && "outline outline-ink",
                )}
                style={{ height: Math.max(2, heightOf(turn.durationMs ?? 0)) }}
              />
            </button>
          ))}
        </div>
        {p99Ms === null ? null : <Line name="p99" ms={p99Ms} bottom={heightOf(p99Ms)} />}
        {p50Ms === null ? null : <Line name="p50" ms={p50Ms} bottom={heightOf(p50Ms)} isLabelled={areFar} />}
      </div>
      <div aria-hidden="true" className={classNames("mr-20 flex text-micro text-ink-3", gap)}>
        {bars.map(({ turn, number }) => (
          <span key={turn.id} className="w-0 min-w-px flex-1 overflow-visible text-center whitespace-nowrap">
            {number}
          </span>
        ))}
      </div>
    </div>
  );
}

function barColour(turn: Turn, figures: ThreadFigures): string {
  if (turn.status === "running") return "bg-[repeating-linear-gradient(135deg,var(--run)_0_2px,var(--bg)_2px_4px)]";
  if (turn.status === "error") return "bg-[repeating-linear-gradient(135deg,var(--err)_0_3px,var(--bg)_3px_4.2px)]";
  return isSlowTurn(turn, figures) ? "bg-dye-weld" : "bg-vat-3";
}

type LineProps = { name: string; ms: number; bottom: number; isLabelled?: boolean };

function Line({ name, ms, bottom, isLabelled = true }: LineProps) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 border-t border-dashed border-ink-3"
      style={{ bottom, right: 74 }}
    >
      {isLabelled ? (
        <span className="absolute left-full -translate-y-1/2 pl-1.5 text-micro whitespace-nowrap text-ink-3">
          {name} {formatDuration(ms)}
        </span>
      ) : null}
    </div>
  );
}
