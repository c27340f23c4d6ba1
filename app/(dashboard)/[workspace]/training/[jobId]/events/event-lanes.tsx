import { useMemo } from "react";
import { formatCount } from "@/lib/format/count";
import type { EventLog } from "@/lib/training/events/event-log";
import { eventLanes, type Lane } from "./prepare-event-lanes";

const CELLS = 160;

const colors: Readonly<Record<string, string>> = {
  training_started: "var(--ok)",
  gradient_step: "var(--dye-indigo)",
  training_ended: "var(--ok)",
  training_failed: "var(--err)",
};

/** An overview of the job: a lane for each type of event, including unknown types. */
export function EventLanes({ log, version }: { log: EventLog; version: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log grows in place, and its version says so
  const lanes = useMemo(() => eventLanes(log, CELLS), [log, version]);
  if (lanes.length === 0) return null;
  return (
    <section aria-label="Timeline" className="flex-none border-b border-line px-4 py-2.5 max-md:px-3">
      <h2 className="text-base font-medium">Timeline</h2>
      <ul className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        {lanes.map((lane) => (
          <LaneRow key={lane.type} lane={lane} />
        ))}
      </ul>
    </section>
  );
}

function LaneRow({ lane: { type, count, cells } }: { lane: Lane }) {
  const most = Math.max(...cells);
  return (
    <li className="contents text-micro">
      <span className="max-w-48 truncate text-code text-ink-2">{type}</span>
      <svg viewBox={`0 0 ${CELLS} 10`} preserveAspectRatio="none" className="h-2.5 w-full bg-sunken" aria-hidden="true">
        {cells.map((amount, index) =>
          amount === 0 ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              key={index}
              x={index}
              y="0"
              width="1"
              height="10"
              fill={colors[type] ?? "var(--dye-orchil)"}
              fillOpacity={0.4 + 0.6 * (amount / most)}
            />
          ),
        )}
      </svg>
      <span className="text-right text-ink-3 tabular-nums">{formatCount(count)}</span>
    </li>
  );
}
