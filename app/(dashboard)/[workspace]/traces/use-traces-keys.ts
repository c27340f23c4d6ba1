"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { compareCallsHref } from "@/components/compare/compare-href";
import type { Workspace } from "@/lib/workspace/workspace";
import type { CallActions, ChosenCalls } from "./use-bulk";
import { useListKeys } from "./use-list-keys";
import type { RowMoves } from "./use-row-moves";

type TracesKeys = {
  workspace: Workspace;
  moves: RowMoves;
  bulk: Pick<ChosenCalls, "ids"> & Pick<CallActions, "exportSelected" | "exportMatching">;
  copyIds: (ids: readonly string[]) => void;
  searchBox: RefObject<HTMLInputElement | null>;
  onValues: () => void;
};

/** The keys of the list, each for what a button does too. */
export function useTracesKeys({ workspace, moves, bulk, copyIds, searchBox, onValues }: TracesKeys): void {
  const router = useRouter();
  const { selection, cursorId } = moves;
  const hrefOf = (id: string) => `/${workspace.slug}/traces/${encodeURIComponent(id)}`;
  useListKeys({
    onStep: moves.step,
    onOpen: (isNewTab) => {
      if (cursorId === null) return;
      if (isNewTab) window.open(hrefOf(cursorId), "_blank", "noopener");
      else router.push(hrefOf(cursorId));
    },
    onPeek: moves.togglePeek,
    onSelect: () => cursorId !== null && selection.toggle(cursorId, false),
    onCopyId: () => copyIds(bulk.ids.length > 0 ? bulk.ids : [cursorId ?? []].flat()),
    onEscape: moves.escape,
    onValues,
    onSearch: () => searchBox.current?.focus(),
    onFilter: () => document.querySelector<HTMLElement>("[data-add-filter]")?.click(),
    onCompare: () => {
      const href = selection.isAll ? null : compareCallsHref(workspace.slug, bulk.ids);
      if (href !== null) router.push(href);
    },
    onExport: bulk.ids.length > 0 ? bulk.exportSelected : bulk.exportMatching,
  });
}
