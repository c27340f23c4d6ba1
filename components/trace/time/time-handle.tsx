"use client";

import { formatDuration } from "@/lib/format/duration";

type TimeHandleProps = {
  label: string;
  edge: "from" | "to";
  /** Its position as a CSS value. */
  left: string;
  timeMs: number;
  /** The end of the trace. */
  untilMs: number;
  /** A key moves the edge by a share of the time axis. */
  onStep: (share: number) => void;
};

/** How far a key moves an edge, as a share of the axis. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowRight: 0.01,
  ArrowDown: -0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
};

/** An edge of a range on a time axis: moved with the arrow keys, or dragged by the listener of the axis. */
export function TimeHandle({ label, edge, left, timeMs, untilMs, onStep }: TimeHandleProps) {
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(untilMs)}
      aria-valuenow={Math.round(timeMs)}
      aria-valuetext={formatDuration(timeMs)}
      data-edge={edge}
      style={{ left }}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onStep(step);
      }}
      className="group/edge absolute inset-y-0 -ml-3 w-6 cursor-ew-resize outline-none"
    >
      <i className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-accent" />
      <i className="absolute top-1/2 left-1/2 h-3.5 w-[5px] -translate-1/2 rounded-[1.5px] border border-accent bg-bg group-focus-visible/edge:outline-2 group-focus-visible/edge:outline-offset-1 group-focus-visible/edge:outline-focus" />
    </div>
  );
}
