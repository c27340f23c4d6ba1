"use client";

import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { PlotGeometry } from "./use-plot-geometry";

type PlotSurfaceProps = {
  geometry: PlotGeometry;
  /** The value of the x axis under the pointer, in the unit of that axis; null when the pointer leaves. */
  onCrosshairMove: (x: number | null) => void;
  /** A drag selected a range of the x axis, in the unit of that axis; null restores the previous range. */
  onZoom: (range: { from: number; to: number } | null) => void;
  children: ReactNode;
};

interface Drag {
  readonly fromPx: number;
  readonly toPx: number;
}

/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 5;

/** Tracks the pointer over a plot: its position and the range of the x axis that it drags over. */
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
    setDrag({ fromPx: pressedAt.current, toPx: at });
  };
  const onPointerUp = () => {
    pressedAt.current = null;
    if (drag === null) return;
    setDrag(null);
    const [from, to] = [
      geometry.valueAt(Math.min(drag.fromPx, drag.toPx)),
      geometry.valueAt(Math.max(drag.fromPx, drag.toPx)),
    ];
    if (to > from) onZoom({ from, to });
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
          x={Math.min(drag.fromPx, drag.toPx)}
          y={top}
          width={Math.abs(drag.toPx - drag.fromPx)}
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
