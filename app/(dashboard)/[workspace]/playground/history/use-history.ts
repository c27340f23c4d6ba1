"use client";

import { useCallback, useState } from "react";
import type { DraftAddress } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { readStored, removeStored, writeStored } from "@/lib/storage/browser-storage";
import { type HistoryRun, historyText, parseHistory, withRun } from "./history";

const keyOf = ({ workspaceId, personId }: DraftAddress) => `heddle-playground-history-${workspaceId}-${personId}`;

/** The runs of this user in this workspace, stored in this browser. */
export interface History {
  readonly runs: readonly HistoryRun[];
  readonly put: (run: HistoryRun) => void;
  readonly clear: () => void;
}

/** Reads and saves the runs. Runs of another tab are merged when this one saves. */
export function useHistory({ workspaceId, personId }: DraftAddress): History {
  const key = keyOf({ workspaceId, personId });
  const [runs, setRuns] = useState(() => parseHistory(readStored(key)));
  const put = useCallback(
    (run: HistoryRun) => {
      const next = withRun(parseHistory(readStored(key)), run);
      setRuns(next);
      store(key, next);
    },
    [key],
  );
  const clear = useCallback(() => {
    removeStored(key);
    setRuns([]);
  }, [key]);
  return { runs, put, clear };
}

/** With less space, fewer drafts are saved; with none, the runs last until the page is left. */
function store(key: string, runs: readonly HistoryRun[]): void {
  if (!writeStored(key, historyText(runs))) writeStored(key, historyText(runs, 100_000));
}
