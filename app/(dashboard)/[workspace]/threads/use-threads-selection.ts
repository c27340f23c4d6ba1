"use client";

import { useCallback, useMemo, useState } from "react";
import { useSelection } from "@/components/table/use-selection";
import { useToast } from "@/components/ui/toast";
import type { Thread } from "@/lib/api/contract/threads";

/** The threads that are selected among those of the list, and whether it is being said how to export them. */
export function useThreadsSelection(matching: readonly Thread[]) {
  const say = useToast();
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
    copyIds: (cursorId: string | null) => {
      const copied = threads.length > 0 ? threads.map((thread) => thread.thread_id) : [cursorId ?? []].flat();
      if (copied.length === 0) return;
      navigator.clipboard.writeText(copied.join("\n")).then(
        () => say(copied.length === 1 ? "Thread id copied" : `${copied.length} thread ids copied`),
        () => say("The browser did not allow copying", "warning"),
      );
    },
  };
}

export type ThreadsSelected = ReturnType<typeof useThreadsSelection>;
