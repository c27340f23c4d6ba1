"use client";

import { useCallback, useMemo, useState } from "react";
import { useCopyIds } from "@/components/table/use-copy-ids";
import { useSelection } from "@/components/table/use-selection";
import type { Thread } from "@/lib/api/contract/calls/threads";

/** For the boxes of the list. */
export interface SelectedRows {
  /** Ids of threads. */
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly toggleAll: () => void;
}

/** For what is done with the selected threads, by buttons and keys. */
export interface ThreadsSelected extends SelectedRows {
  readonly threads: readonly Thread[];
  readonly clear: () => void;
  readonly isExportOpen: boolean;
  readonly setIsExportOpen: (isOpen: boolean) => void;
  /** Copies the ids of the selected threads, or of the one under the cursor. */
  readonly copyIds: (cursorId: string | null) => void;
}

/** The threads that are selected among those of the list, and whether it is being said how to export them. */
export function useThreadsSelection(matching: readonly Thread[]): ThreadsSelected {
  const copyIds = useCopyIds("thread");
  const [isExportOpen, setIsExportOpen] = useState(false);
  const ids = useMemo(() => matching.map((thread) => thread.thread_id), [matching]);
  const indexOf = useCallback((id: string) => ids.indexOf(id), [ids]);
  const selection = useSelection({ ids, indexOf, listKey: "" });
  const { selected } = selection;
  // What is selected and not in the list is not seen: nothing is done with it.
  const threads = useMemo(
    () => (selected.size === 0 ? [] : matching.filter((thread) => selected.has(thread.thread_id))),
    [matching, selected],
  );
  return {
    ...selection,
    threads,
    isExportOpen,
    setIsExportOpen,
    toggleAll: () => (threads.length >= ids.length ? selection.clear() : selection.setAll()),
    copyIds: (cursorId: string | null) =>
      copyIds(threads.length > 0 ? threads.map((thread) => thread.thread_id) : [cursorId ?? []].flat()),
  };
}
