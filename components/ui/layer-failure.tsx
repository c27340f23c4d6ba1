"use client";

import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { LoadFailure, type LoadFailureProps } from "./load-failure";

const WIDTH_PX = 260;
/** More than its height: the panel opens above a button that has less space below. */
const SPACE_PX = 110;
const GAP_PX = 6;

type LayerFailureProps = LoadFailureProps & { anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** Stands at a button when what draws its menu or panel did not load; the library that places those is part of it. */
export function LayerFailure({ anchor, onClose, ...rest }: LayerFailureProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [style] = useState(() => placeAt(anchor.current));
  // The outside systems are the focus and the pointer.
  useEffect(() => {
    const [button, shown] = [anchor.current, panel.current];
    shown?.querySelector("button")?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      // The button itself closes the panel.
      if (target instanceof Node && !shown?.contains(target) && !button?.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [anchor, onClose]);
  const close = () => {
    onClose();
    anchor.current?.focus();
  };
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label="Not loaded"
      tabIndex={-1}
      style={style}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" || event.key === "Tab") close();
      }}
      className="fixed z-50 rounded-panel bg-surface shadow-pop"
    >
      <LoadFailure {...rest} />
    </div>,
    document.body,
  );
}

function placeAt(anchor: HTMLElement | null): CSSProperties {
  const { left = 0, top = 0, bottom = 0 } = anchor?.getBoundingClientRect() ?? {};
  const place = { width: WIDTH_PX, left: Math.max(GAP_PX, Math.min(left, window.innerWidth - WIDTH_PX - GAP_PX)) };
  return bottom + SPACE_PX > window.innerHeight
    ? { ...place, bottom: window.innerHeight - top + GAP_PX }
    : { ...place, top: bottom + GAP_PX };
}
