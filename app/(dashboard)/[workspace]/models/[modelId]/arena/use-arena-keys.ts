"use client";

import { useRouter } from "next/navigation";
import type { ArenaPlace } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/table/use-arena-cursor";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Arena } from "./use-arena";

/** The keys of the page; every one of them has a button. */
export function useArenaKeys(arena: Arena, place: ArenaPlace): void {
  const router = useRouter();
  const { prompt, columnKey, cell } = place;
  const mark = (value: number) => {
    if (cell === null || arena.params.scorer !== "marks") return;
    arena.results.mark(cell, arena.results.resultOf(cell)?.mark === value ? null : value);
  };
  useKeys({
    j: () => place.movePrompt(1),
    k: () => place.movePrompt(-1),
    ArrowDown: () => place.movePrompt(1),
    ArrowUp: () => place.movePrompt(-1),
    ArrowRight: () => place.moveColumn(1),
    ArrowLeft: () => place.moveColumn(-1),
    p: () => columnKey !== null && arena.pin(columnKey),
    d: () => arena.setParams({ diff: !arena.isDiff }),
    r: () => prompt !== null && columnKey !== null && arena.askCell(prompt, columnKey),
    w: () => prompt !== null && place.toggleWhole(prompt.id),
    "0": () => mark(0),
    "1": () => mark(1),
    Enter: () => place.href !== null && router.push(place.href),
    "Mod+Enter": () => {
      // A dialog has the keys to itself.
      if (document.querySelector("[role=dialog]") === null) arena.askAll();
    },
  });
}
