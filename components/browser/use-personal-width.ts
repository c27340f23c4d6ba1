"use client";

import { useCallback } from "react";
import { useStoredText } from "./use-stored-text";

/** Returns the width that the user set for a pane in this browser, in pixels; null for its initial width. */
export function usePersonalWidth(name: string): [number | null, (widthPx: number | null) => void] {
  const [stored, store] = useStoredText(name);
  const widthPx = Number(stored ?? Number.NaN);
  const setWidth = useCallback(
    (next: number | null) => store(next === null ? null : String(Math.round(next))),
    [store],
  );
  return [Number.isFinite(widthPx) && widthPx > 0 ? widthPx : null, setWidth];
}
