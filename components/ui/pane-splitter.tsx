"use client";

import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { usePersonalWidth } from "@/components/browser/use-personal-width";
import { classNames } from "@/lib/style/class-names";

type PaneSplitterProps = {
  /** Name of the width in this browser's storage. */
  name: string;
  label: string;
  minPx: number;
  maxPx: number;
  className?: string;
};

/** The CSS variable from which the pane takes its width. */
const WIDTH = "--pane-w";

const STEP_PX = 24;

/**
 * The left edge of a pane: drag it, or use the arrow keys, to change the width of the pane; a double-click resets it.
 * It is drawn inside the pane, which takes its width from `--pane-w`.
 */
export function PaneSplitter({ name, label, minPx, maxPx, className }: PaneSplitterProps) {
  const handle = useRef<HTMLDivElement>(null);
  const [widthPx, setWidth] = usePersonalWidth(name);
  const [measuredPx, setMeasured] = useState(minPx);
  const bounded = (px: number) => Math.min(maxPx, Math.max(minPx, px));
  const paneWidth = () => handle.current?.parentElement?.getBoundingClientRect().width ?? minPx;
  // Synchronizes with the layout: the pane exists before its splitter is loaded.
  useLayoutEffect(() => {
    const pane = handle.current?.parentElement;
    if (!pane) return;
    if (widthPx === null) pane.style.removeProperty(WIDTH);
    else pane.style.setProperty(WIDTH, `${widthPx}px`);
    setMeasured(Math.round(pane.getBoundingClientRect().width));
    return () => {
      pane.style.removeProperty(WIDTH);
    };
  }, [widthPx]);
  const onPointerDown = (down: PointerEvent<HTMLDivElement>) => {
    if (down.button !== 0) return;
    const target = down.currentTarget;
    const fromPx = paneWidth();
    down.preventDefault();
    target.focus();
    target.setPointerCapture(down.pointerId);
    const onMove = (move: globalThis.PointerEvent) => setWidth(bounded(fromPx + down.clientX - move.clientX));
    const onEnd = () => {
      target.removeEventListener("pointermove", onMove);
      target.removeEventListener("pointerup", onEnd);
      target.removeEventListener("pointercancel", onEnd);
    };
    target.addEventListener("pointermove", onMove);
    target.addEventListener("pointerup", onEnd);
    target.addEventListener("pointercancel", onEnd);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const widths: Readonly<Record<string, number>> = {
      ArrowLeft: paneWidth() + STEP_PX,
      ArrowRight: paneWidth() - STEP_PX,
      Home: minPx,
      End: maxPx,
    };
    const next = widths[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWidth(bounded(next));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element takes neither the focus nor a value
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      aria-valuenow={Math.min(maxPx, Math.max(minPx, widthPx ?? measuredPx))}
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setWidth(null)}
      className={classNames(
        "absolute inset-y-0 -left-1 z-[9] w-2 cursor-col-resize touch-none outline-offset-[-2px] after:absolute after:inset-y-0 after:left-[3px] after:w-0.5 hover:after:bg-accent active:after:bg-accent",
        className,
      )}
    />
  );
}
