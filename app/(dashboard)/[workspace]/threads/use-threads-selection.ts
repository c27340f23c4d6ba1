"use client";

import { useCallback, useMemo, useState } from "react";
import { useCopyIds } from "@/components/table/use-copy-ids";
import { useSelection } from "@/components/table/use-selection";
import type { Thread } from "@/lib/api/contract/threads";

/** The threads that are selected among those of the list, and whether it is being said how to export them. */
export function useThreadsSelection(matching: readonly Thread[]) {
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
    /** Copies the ids of the selected threads, or of the one under the cursor. */
    copyIds: (cursorId: string | null) =>
      copyIds(threads.length > 0 ? threads.map((thread) => thread.thread_id) : [cursorId ?? []].flat()),
  };
}

export type ThreadsSelected = ReturnType<typeof useThreadsSelection>;
