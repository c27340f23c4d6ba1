"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { withRecentQuery } from "@/lib/filter/suggestions";

const CHANGED = "heddle-recent-queries";
const stored = z.array(z.string());

const keyOf = (place: string) => `heddle-queries-${place}`;

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

/** What was stored; nothing when it cannot be read, since it is only a convenience. */
function parseStored(text: string | null): readonly string[] {
  try {
    const parsed = stored.safeParse(JSON.parse(text ?? "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Queries that this person asked in this browser, the newest first, and the way to remember one. */
export function useRecentQueries(place: string): [readonly string[], (query: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(keyOf(place)),
    () => null,
  );
  const recent = useMemo(() => parseStored(text), [text]);
  const remember = useCallback(
    (query: string) => {
      const key = keyOf(place);
      const next = withRecentQuery(parseStored(window.localStorage.getItem(key)), query);
      window.localStorage.setItem(key, JSON.stringify(next));
      window.dispatchEvent(new Event(CHANGED));
    },
    [place],
  );
  return [recent, remember];
}
