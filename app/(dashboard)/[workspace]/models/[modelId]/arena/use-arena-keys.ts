"use client";

import { useRouter } from "next/navigation";
import type { ArenaCursor } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/table/use-arena-cursor";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Arena } from "./use-arena";

/** Handles the keys of the page; each of them has a button too. */
export function useArenaKeys(arena: Arena, cursor: ArenaCursor): void {
  const router = useRouter();
  const { prompt, columnKey, cell } = cursor;
  const mark = (value: number) => {
    if (cell === null || arena.params.scorer !== "marks") return;
    arena.results.mark(cell, arena.results.resultOf(cell)?.mark === value ? null : value);
  };
  useKeys("arena", {
    j: () => cursor.movePrompt(1),
    k: () => cursor.movePrompt(-1),
    ArrowDown: () => cursor.movePrompt(1),
    ArrowUp: () => cursor.movePrompt(-1),
    ArrowRight: () => cursor.moveColumn(1),
    ArrowLeft: () => cursor.moveColumn(-1),
    p: () => columnKey !== null && arena.pin(columnKey),
    d: () => arena.setParams({ diff: !arena.isDiff }),
    r: () => prompt !== null && columnKey !== null && arena.askCell(prompt, columnKey),
    w: () => prompt !== null && cursor.toggleWhole(prompt.id),
    "0": () => mark(0),
    "1": () => mark(1),
    Enter: () => cursor.href !== null && router.push(cursor.href),
    "Mod+Enter": () => {
      // Dialogs have keys of their own.
      if (document.querySelector("[role=dialog]") === null) arena.askAll();
    },
  });
}
