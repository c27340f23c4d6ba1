"use client";

import { useCallback, useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "@/lib/storage/browser-storage";

const CHANGED = "heddle-personal-width";

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

/** Returns the width that the user set for a pane in this browser, in pixels; null for its initial width. */
export function usePersonalWidth(name: string): [number | null, (widthPx: number | null) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored(name),
    () => null,
  );
  const widthPx = Number(stored ?? Number.NaN);
  const setWidth = useCallback(
    (next: number | null) => {
      if (next === null) removeStored(name);
      else writeStored(name, String(Math.round(next)));
      window.dispatchEvent(new Event(CHANGED));
    },
    [name],
  );
  return [Number.isFinite(widthPx) && widthPx > 0 ? widthPx : null, setWidth];
}
