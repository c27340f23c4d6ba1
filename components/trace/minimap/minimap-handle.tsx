"use client";

import type { TimeView } from "@/components/trace/time/use-time-view";
import { formatDuration } from "@/lib/format/duration";
import { movedEdge } from "@/lib/trace/time/move-edge";
import { timeAtShare } from "@/lib/trace/time/time-window";

type MinimapHandleProps = {
  edge: "from" | "to";
  /** Its position as a CSS value. */
  left: string;
  view: TimeView;
  untilMs: number;
};

/** How far a key moves an edge, as a share of the trace. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowRight: 0.01,
  ArrowDown: -0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
};

/** An edge of the visible range: dragged, or moved with the arrow keys. */
export function MinimapHandle({ edge, left, view, untilMs }: MinimapHandleProps) {
  const { window, axis } = view;
  const timeMs = timeAtShare(window, edge === "from" ? 0 : 1);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={edge === "from" ? "Visible from" : "Visible to"}
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
        view.show(movedEdge(window, edge, window[edge] + step * axis.length));
      }}
      className="group/edge absolute inset-y-0 -ml-3 w-6 cursor-ew-resize outline-none"
    >
      <i className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-accent" />
      <i className="absolute top-1/2 left-1/2 h-3.5 w-[5px] -translate-1/2 rounded-[1.5px] border border-accent bg-bg group-focus-visible/edge:outline-2 group-focus-visible/edge:outline-offset-1 group-focus-visible/edge:outline-focus" />
    </div>
  );
}
