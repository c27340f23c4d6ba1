"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import type { CallActions, ChosenCalls } from "@/app/(dashboard)/[workspace]/traces/bulk/use-bulk";
import type { RowMoves } from "@/app/(dashboard)/[workspace]/traces/list/use-row-moves";
import { compareCallsHref } from "@/lib/address/compare-href";
import type { Workspace } from "@/lib/workspace/workspace";
import { useListKeys } from "./use-list-keys";

type TracesKeys = {
  workspace: Workspace;
  moves: RowMoves;
  bulk: Pick<ChosenCalls, "ids"> & Pick<CallActions, "exportSelected" | "exportMatching">;
  copyIds: (ids: readonly string[]) => void;
  searchBox: RefObject<HTMLInputElement | null>;
  onValues: () => void;
};

/** The keys of the list, each also available as a button. */
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
