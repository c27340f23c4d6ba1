"use client";

import { useCallback, useMemo } from "react";
import { useStoredText } from "@/components/browser/use-stored-text";
import { readStored } from "@/lib/storage/browser-storage";

const MAX_PINNED = 24;

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
  const [text, store] = useStoredText(name);
  const pinned = useMemo(() => keysIn(text), [text]);
  const toggle = useCallback(
    (key: string) => {
      // Read again: two pins may be pressed before the page is drawn.
      const known = keysIn(readStored(name));
      const next = known.includes(key) ? known.filter((one) => one !== key) : [...known, key];
      store(JSON.stringify(next.slice(-MAX_PINNED)));
    },
    [name, store],
  );
  return [pinned, toggle];
}
