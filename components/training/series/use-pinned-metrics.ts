"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage/browser-storage";

const CHANGED = "heddle-pinned-metrics";
const MAX_PINNED = 24;

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

/** Returns the keys in a stored text; none in a text that this page did not write. */
function keysIn(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter((key) => typeof key === "string").slice(0, MAX_PINNED) : [];
  } catch {
    return [];
  }
}

/** The pinned metrics of a project, which this browser remembers for all of its runs. */
export function usePinnedMetrics(projectId: string): readonly [readonly string[], (key: string) => void] {
  const name = `heddle-pinned-metrics ${projectId}`;
  const text = useSyncExternalStore(
    subscribe,
    () => readStored(name),
    () => null,
  );
  const pinned = useMemo(() => keysIn(text), [text]);
  const toggle = useCallback(
    (key: string) => {
      const known = keysIn(readStored(name));
      const next = known.includes(key) ? known.filter((one) => one !== key) : [...known, key];
      writeStored(name, JSON.stringify(next.slice(-MAX_PINNED)));
      window.dispatchEvent(new Event(CHANGED));
    },
    [name],
  );
  return [pinned, toggle];
}
