import type { PointerEvent } from "react";

const MIN_WIDTH_PX = 44;
const MAX_WIDTH_PX = 1200;

type ColumnResizerProps = { width: number; onResize: (width: number) => void; onReset: () => void };

/** The right edge of a header: drag to resize the column, double-click to reset its width. */
export function ColumnResizer({ width, onResize, onReset }: ColumnResizerProps) {
  const onPointerDown = (down: PointerEvent<HTMLSpanElement>) => {
    const handle = down.currentTarget;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    const onMove = (move: globalThis.PointerEvent) =>
      onResize(Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width + move.clientX - down.clientX))));
    const onEnd = () => {
      handle.removeEventListener("pointermove", onMove);
      handle.removeEventListener("pointerup", onEnd);
      handle.removeEventListener("pointercancel", onEnd);
    };
    handle.addEventListener("pointermove", onMove);
    handle.addEventListener("pointerup", onEnd);
    handle.addEventListener("pointercancel", onEnd);
  };
  return (
    <span
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onDoubleClick={onReset}
      className="absolute inset-y-0 right-0 w-1.5 cursor-col-resize touch-none border-r-2 border-transparent group-hover/head:border-line-strong"
    />
  );
}
