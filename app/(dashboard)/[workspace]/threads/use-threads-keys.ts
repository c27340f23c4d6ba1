"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import type { ThreadsSelected } from "@/app/(dashboard)/[workspace]/threads/selection/use-threads-selection";
import { useKeys } from "@/components/keyboard/use-keys";
import { compareThreadsHref } from "@/lib/address/compare-href";
import type { Workspace } from "@/lib/workspace/workspace";

type ThreadsKeys = {
  workspace: Workspace;
  /** The thread whose conversation is open next to the list. */
  opened: string | null;
  cursorId: string | null;
  selection: ThreadsSelected;
  onStep: (by: 1 | -1) => void;
  onOpen: (threadId: string | null) => void;
  onRead: (threadId: string) => void;
  onForget: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** The keys of the list, each with an equivalent button. */
export function useThreadsKeys(keys: ThreadsKeys): void {
  const { workspace, opened, cursorId, selection, onStep, onOpen } = keys;
  const router = useRouter();
  // The arrow keys move between turns while a conversation is open.
  const isList = opened === null;
  useKeys("list", {
    j: () => onStep(1),
    k: () => onStep(-1),
    ArrowDown: isList ? () => onStep(1) : undefined,
    ArrowUp: isList ? () => onStep(-1) : undefined,
    Space: () => onOpen(opened === null ? cursorId : null),
    Enter: () => cursorId !== null && keys.onRead(cursorId),
    x: () => cursorId !== null && selection.toggle(cursorId, false),
    y: () => selection.copyIds(cursorId),
    c: () => {
      const href = compareThreadsHref(
        workspace.slug,
        selection.threads.map((thread) => thread.thread_id),
      );
      if (href !== null) router.push(href);
    },
    e: () => selection.setIsExportOpen(selection.threads.length > 0),
    s: () => document.querySelector<HTMLElement>("[data-sort]")?.click(),
    f: () => document.querySelector<HTMLElement>("[data-add-filter]")?.click(),
  });
  useKeys("everywhere", {
    Escape: () => {
      if (opened !== null) onOpen(null);
      else if (selection.selected.size > 0) selection.clear();
      else keys.onForget();
    },
    "/": () => keys.searchBox.current?.focus(),
  });
}
