"use client";

import { useCallback, useMemo } from "react";
import { useStoredText } from "@/components/browser/use-stored-text";
import { withRecentQuery } from "@/lib/filter/suggestions";
import { readStored } from "@/lib/storage/browser-storage";

const keyOf = (place: string) => `heddle-queries-${place}`;

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
  const name = keyOf(place);
  const [text, store] = useStoredText(name);
  const recent = useMemo(() => parseStored(text), [text]);
  const remember = useCallback(
    // Read again: two queries may be added before the page is drawn.
    (query: string) => store(JSON.stringify(withRecentQuery(parseStored(readStored(name)), query))),
    [name, store],
  );
  return [recent, remember];
}
