"use client";

import { useRef } from "react";
import { movedSpanEdge } from "@/lib/trace/time/time-area";
import { timeAtShare, windowShareOf } from "@/lib/trace/time/time-window";
import { TimeHandle } from "./time-handle";
import { TimeHead } from "./time-head";
import { useAreaDrag } from "./use-area-drag";
import type { TimeArea } from "./use-time-area";
import type { TimeView } from "./use-time-view";

const EDGES = ["from", "to"] as const;
const NAMES = { from: "Selected from", to: "Selected to" } as const;

/** The time axis of lanes: a drag on it selects a span of time, which has a handle at each edge. */
export function AreaAxis({ view, area, untilMs }: { view: TimeView; area: TimeArea; untilMs: number }) {
  const axis = useRef<HTMLDivElement>(null);
  useAreaDrag(axis, view, area);
  const { window } = view;
  const { span } = area;
  const [fromShare, toShare] = span ? [windowShareOf(window, span.fromMs), windowShareOf(window, span.toMs)] : [0, 0];
  return (
    <div
      ref={axis}
      title={span ? undefined : "Drag to select a span of time"}
      className="relative h-full cursor-crosshair touch-none overflow-hidden border-l border-line select-none"
    >
      {span ? (
        <div
          aria-hidden="true"
          style={{ left: `${fromShare * 100}%`, width: `${(toShare - fromShare) * 100}%` }}
          className="absolute inset-y-0 bg-accent-tint"
        />
      ) : null}
      <TimeHead window={window} className="absolute inset-0" />
      {span
        ? EDGES.map((edge) => {
            const share = edge === "from" ? fromShare : toShare;
            const timeMs = edge === "from" ? span.fromMs : span.toMs;
            if (share < 0 || share > 1) return null;
            return (
              <TimeHandle
                key={edge}
                label={NAMES[edge]}
                edge={edge}
                left={`${share * 100}%`}
                timeMs={timeMs}
                untilMs={untilMs}
                onStep={(step) => area.select(movedSpanEdge(span, edge, timeAtShare(window, share + step), window))}
              />
            );
          })
        : null}
    </div>
  );
}
