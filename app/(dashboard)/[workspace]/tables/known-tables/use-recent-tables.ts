"use client";

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage/browser-storage";
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
    () => readStored(keyOf(workspaceId)),
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
    const next = withRecent(parseRecent(readStored(key)), opened);
    writeStored(key, JSON.stringify(next));
  }, [workspaceId, digest, dataset, hasRows]);
}
