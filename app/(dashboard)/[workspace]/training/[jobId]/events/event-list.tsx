"use client";

import { useMemo, useRef, useState } from "react";
import { Segmented } from "@/components/form/segmented";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import type { EventLog } from "@/lib/training/events/event-log";
import type { FollowPhase } from "@/lib/training/events/job-follower";
import { EventData } from "./event-data";
import { EventItem } from "./event-item";
import type { EventMode } from "./event-modes";
import { allRows, condensedRows, type EventExtras } from "./prepare-event-rows";

type EventListProps = {
  connectionId: string;
  jobId: string;
  log: EventLog;
  version: number;
  phase: FollowPhase;
  mode: EventMode;
  onModeChange: (mode: EventMode) => void;
  nowMs: number;
  /** Rows that are listed between the events while these are condensed. */
  extras: EventExtras;
};

const ROW_HEIGHT_PX = 42;

/** The thread of events, with the live end at its foot. */
export function EventList(props: EventListProps) {
  const { log, version, phase, mode, onModeChange, nowMs, extras } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log grows in place, and its version says so
  const rows = useMemo(
    () => (mode === "all" ? allRows(log) : condensedRows(log, extras)),
    [log, version, mode, extras],
  );
  const list = useVirtualList(frame, { count: rows.count, itemPx: ROW_HEIGHT_PX, overscan: 10 });
  const lastMs = log.count === 0 ? null : log.timeAt(log.count - 1);
  return (
    <aside
      aria-label="Events"
      className="flex w-[300px] flex-none flex-col border-l border-line max-lg:h-[420px] max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      <div className="flex h-9 flex-none items-center gap-2 border-b border-line pr-3 pl-4">
        <h2 className="text-base font-medium">Events</h2>
        <span className="text-small text-ink-3">{formatCount(log.count)}</span>
        <Segmented
          label="Events to show"
          size="small"
          className="ml-auto"
          value={mode}
          segments={[
            { value: "condensed", label: "Condensed" },
            { value: "all", label: "All" },
          ]}
          onChange={onModeChange}
        />
      </div>
      <section
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label="List of events"
        className="min-h-0 flex-1 overflow-auto py-1.5 outline-offset-[-2px]"
      >
        <ol {...list.container}>
          {list.items.map((item) => {
            if (item.index >= rows.count) return null;
            const row = rows.at(item.index);
            return (
              <li key={item.key} {...list.measured(item)}>
                <EventItem
                  row={row}
                  nowMs={nowMs}
                  isOpen={openKey === row.key}
                  onToggle={() => setOpenKey(openKey === row.key ? null : row.key)}
                >
                  {row.index === null ? null : (
                    <EventData connectionId={props.connectionId} jobId={props.jobId} log={log} index={row.index} />
                  )}
                </EventItem>
              </li>
            );
          })}
        </ol>
      </section>
      {phase === "listening" || phase === "reading" ? (
        <p className="flex h-9 flex-none items-center gap-2 border-t border-line px-4 text-small text-accent-text">
          <i aria-hidden="true" className="size-2 rounded-full bg-accent" />
          {phase === "reading" ? "Loading" : "Listening"}
          {lastMs === null ? null : (
            <span className="text-micro text-ink-3">last event {formatAgo(lastMs, nowMs)}</span>
          )}
        </p>
      ) : null}
    </aside>
  );
}
