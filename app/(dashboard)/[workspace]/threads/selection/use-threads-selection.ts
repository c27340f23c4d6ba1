"use client";

import { useCallback, useMemo, useState } from "react";
import { useCopyIds } from "@/components/table/use-copy-ids";
import { useSelection } from "@/components/table/use-selection";
import type { Thread } from "@/lib/api/contract/calls/threads";

/** The state of the list's checkboxes. */
export interface SelectedRows {
  /** Ids of threads. */
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly toggleAll: () => void;
}

/** Actions for the selected threads, from buttons and keys. */
export interface ThreadsSelected extends SelectedRows {
  readonly threads: readonly Thread[];
  readonly clear: () => void;
  readonly isExportOpen: boolean;
  readonly setIsExportOpen: (isOpen: boolean) => void;
  /** Copies the ids of the selected threads, or of the thread under the cursor. */
  readonly copyIds: (cursorId: string | null) => void;
}

/** Returns the selected threads of the list, and whether the export menu is open. */
export function useThreadsSelection(matching: readonly Thread[]): ThreadsSelected {
  const copyIds = useCopyIds("thread");
  const [isExportOpen, setIsExportOpen] = useState(false);
  const ids = useMemo(() => matching.map((thread) => thread.thread_id), [matching]);
  const indexOf = useCallback((id: string) => ids.indexOf(id), [ids]);
  const selection = useSelection({ ids, indexOf, listKey: "" });
  const { selected } = selection;
  // Selected threads that are not in the list are not visible, so actions exclude them.
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
