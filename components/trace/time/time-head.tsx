"use client";

import { useRef } from "react";
import { useSize } from "@/components/browser/use-size";
import { traceTimeTicks } from "@/lib/trace/time/time-ticks";
import { type TimeWindow, windowShareOf } from "@/lib/trace/time/time-window";

/** Width of a label in pixels. */
const TICK_PX = 76;
/** A label closer to the right end would be cut off. */
const END_PX = 28;

/** The time axis: round times, and a mark where a pause is shortened. */
export function TimeHead({ window, className }: { window: TimeWindow; className?: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useSize(frame)?.width ?? 0;
  const ticks = traceTimeTicks(window, width / TICK_PX);
  const breaks = window.axis.breaks.map(({ toMs }) => windowShareOf(window, toMs));
  return (
    <div ref={frame} aria-hidden="true" className={className}>
      {ticks.map(({ timeMs, label, share }) =>
        share * width > width - END_PX ? null : (
          <span
            key={timeMs}
            style={{ left: `${share * 100}%` }}
            className={isTight(share, breaks, width) ? "absolute pl-1.5" : "absolute -translate-x-1/2"}
          >
            {label}
          </span>
        ),
      )}
      <BreakMarks window={window} />
    </div>
  );
}

/** True if a label centered on its time would be cut off at the left end, or cover the mark of a pause before it. */
function isTight(share: number, breaks: readonly number[], width: number): boolean {
  return [0, ...breaks].some((end) => share >= end && (share - end) * width < END_PX);
}

/** A shortened pause on the axis: two slanted strokes. */
function BreakMarks({ window }: { window: TimeWindow }) {
  return window.axis.breaks.map(({ fromMs, toMs }) => {
    const share = (windowShareOf(window, fromMs) + windowShareOf(window, toMs)) / 2;
    if (share < 0 || share > 1) return null;
    return (
      <svg
        key={fromMs}
        width="9"
        height="10"
        viewBox="0 0 9 10"
        aria-hidden="true"
        style={{ left: `${share * 100}%` }}
        className="absolute top-2 -translate-x-1/2 text-ink-3"
      >
        <path d="M1 9.5 4 .5M5 9.5 8 .5" stroke="currentColor" />
      </svg>
    );
  });
}

/** Hairlines at the ticks of the axis, and a veil over shortened pauses; for behind the rows. */
export function TimeGrid({ window, width }: { window: TimeWindow; width: number }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {traceTimeTicks(window, width / TICK_PX).map(({ timeMs, share }) => (
        <i key={timeMs} style={{ left: `${share * 100}%` }} className="absolute inset-y-0 w-px bg-(--chart-grid)" />
      ))}
      {window.axis.breaks.map(({ fromMs, toMs }) => {
        const [left, right] = [windowShareOf(window, fromMs), windowShareOf(window, toMs)];
        if (right < 0 || left > 1) return null;
        return (
          <i
            key={fromMs}
            style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
            className="absolute inset-y-0 border-x border-dashed border-line-strong bg-sunken"
          />
        );
      })}
    </div>
  );
}
