"use client";

import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { PlotGeometry } from "./use-plot-geometry";

type PlotSurfaceProps = {
  geometry: PlotGeometry;
  /** The time under the pointer; null when it leaves. */
  onCrosshairMove: (timeMs: number | null) => void;
  /** A drag selected a time range; null restores the previous range. */
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
  children: ReactNode;
};

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 5;

/** Tracks the pointer over a time plot: its position and the time range it drags over. */
export function PlotSurface({ geometry, onCrosshairMove: onCross, onZoom, children }: PlotSurfaceProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pressedAt = useRef<number | null>(null);
  const hasDragged = useRef(false);
  const { left, top, width, height } = geometry;

  const placeOf = (event: PointerEvent<SVGGElement>) => {
    const frame = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    return Math.min(left + width, Math.max(left, event.clientX - (frame?.left ?? 0)));
  };
  const onPointerDown = (event: PointerEvent<SVGGElement>) => {
    hasDragged.current = false;
    // A finger scrolls the page.
    if (event.button === 0 && event.pointerType !== "touch") pressedAt.current = placeOf(event);
  };
  const onPointerMove = (event: PointerEvent<SVGGElement>) => {
    const at = placeOf(event);
    onCross(geometry.valueAt(at));
    if (pressedAt.current === null) return;
    if (!hasDragged.current && Math.abs(at - pressedAt.current) < MIN_DRAG_PX) return;
    if (!hasDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
    hasDragged.current = true;
    setDrag({ from: pressedAt.current, to: at });
  };
  const onPointerUp = () => {
    pressedAt.current = null;
    if (drag === null) return;
    setDrag(null);
    const [fromMs, toMs] = [
      geometry.valueAt(Math.min(drag.from, drag.to)),
      geometry.valueAt(Math.max(drag.from, drag.to)),
    ];
    if (toMs > fromMs) onZoom({ fromMs, toMs });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the range can be chosen by keys in the top bar
    <g
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        pressedAt.current = null;
        setDrag(null);
      }}
      onPointerLeave={() => onCross(null)}
      onDoubleClick={() => onZoom(null)}
      onClickCapture={(event) => {
        // The end of a drag must not click the mark below it.
        if (!hasDragged.current) return;
        hasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <rect x={left} y={top} width={width} height={height} fill="transparent" />
      {children}
      {drag ? (
        <rect
          x={Math.min(drag.from, drag.to)}
          y={top}
          width={Math.abs(drag.to - drag.from)}
          height={height}
          fill="var(--accent)"
          fillOpacity={0.12}
          stroke="var(--accent)"
          pointerEvents="none"
        />
      ) : null}
    </g>
  );
}
