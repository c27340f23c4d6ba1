"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { withRecentQuery } from "@/lib/filter/suggestions";
import { readStored, writeStored } from "@/lib/storage/browser-storage";

const CHANGED = "heddle-recent-queries";

const keyOf = (place: string) => `heddle-queries-${place}`;

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

/** The stored queries; none when they cannot be read, since they are only a convenience. */
function parseStored(text: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) && read.every((query) => typeof query === "string") ? read : [];
  } catch {
    return [];
  }
}

/** The user's recent queries in this browser, newest first, and a function that adds one. */
export function useRecentQueries(place: string): [readonly string[], (query: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readStored(keyOf(place)),
    () => null,
  );
  const recent = useMemo(() => parseStored(text), [text]);
  const remember = useCallback(
    (query: string) => {
      const key = keyOf(place);
      const next = withRecentQuery(parseStored(readStored(key)), query);
      writeStored(key, JSON.stringify(next));
      window.dispatchEvent(new Event(CHANGED));
    },
    [place],
  );
  return [recent, remember];
}
