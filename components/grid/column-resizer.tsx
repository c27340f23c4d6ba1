import type { PointerEvent } from "react";
import { boundedWidth } from "@/lib/table/column-arrangement";

/** Changes the width of a column. */
export interface ColumnResizing {
  /** Pixels; null for a column whose width is a share. */
  readonly widthPx: number | null;
  /** Null resets the column to its initial width. */
  readonly onResize: (widthPx: number | null) => void;
}

/** The right edge of a header: drag to resize the column, double-click to reset its width. */
export function ColumnResizer({ widthPx, onResize }: ColumnResizing) {
  const onPointerDown = (down: PointerEvent<HTMLSpanElement>) => {
    const handle = down.currentTarget;
    const fromPx = widthPx ?? handle.parentElement?.getBoundingClientRect().width ?? 0;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    const onMove = (move: globalThis.PointerEvent) => onResize(boundedWidth(fromPx + move.clientX - down.clientX));
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
      onDoubleClick={() => onResize(null)}
      className="absolute inset-y-0 right-0 w-1.5 cursor-col-resize touch-none border-r-2 border-transparent group-hover/head:border-line-strong"
    />
  );
}
