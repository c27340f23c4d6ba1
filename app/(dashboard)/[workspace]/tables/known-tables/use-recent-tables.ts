"use client";

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { parseRecent, type RecentTable, withRecent } from "./recent-tables";

const keyOf = (workspaceId: string) => `heddle-tables-${workspaceId}`;

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}

/** The tables that were opened in this browser, newest first. */
export function useRecentTables(workspaceId: string): readonly RecentTable[] {
  const text = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(keyOf(workspaceId)),
    () => null,
  );
  return useMemo(() => parseRecent(text), [text]);
}

/** Remembers a table that was opened and had rows. */
export function useRecordRecentTable(
  workspaceId: string,
  digest: string,
  dataset: string | null,
  hasRows: boolean,
): void {
  // The outside system is this browser's storage.
  useEffect(() => {
    if (!hasRows) return;
    const key = keyOf(workspaceId);
    const opened = { digest, dataset, openedMs: Date.now() };
    const next = withRecent(parseRecent(window.localStorage.getItem(key)), opened);
    window.localStorage.setItem(key, JSON.stringify(next));
  }, [workspaceId, digest, dataset, hasRows]);
}
