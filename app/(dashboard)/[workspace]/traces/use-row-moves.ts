"use client";

import { useCallback, useMemo, useState } from "react";
import type { Call } from "@/lib/api/contract/calls";
import { useSelection } from "./use-selection";

/** The cursor, the peeked row and the selection of the list. While a row is peeked at, the panel follows the cursor. */
export function useRowMoves(calls: readonly Call[], peek: string | null, onPeek: (id: string | null) => void) {
  const indexes = useMemo(() => new Map(calls.map((call, index) => [call.id, index])), [calls]);
  const indexOf = useCallback((id: string) => indexes.get(id) ?? -1, [indexes]);
  const idAt = useCallback((index: number) => calls[index]?.id, [calls]);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const cursorId = peek ?? movedTo;
  const selection = useSelection(idAt, indexOf);
  const moveTo = (id: string) => {
    setMovedTo(id);
    if (peek !== null) onPeek(id);
  };
  return {
    cursorId,
    selection,
    indexOf,
    selectedIndexes: [...selection.selected].map(indexOf).filter((index) => index >= 0),
    moveTo,
    step: (by: 1 | -1, isExtending: boolean) => {
      const from = cursorId === null ? -1 : indexOf(cursorId);
      const next = idAt(Math.max(0, from + by));
      if (next === undefined) return;
      if (isExtending) {
        if (cursorId !== null) selection.add(cursorId);
        selection.add(next);
      }
      moveTo(next);
    },
    openPeek: (id: string) => {
      setMovedTo(id);
      onPeek(id);
    },
    togglePeek: () => {
      if (peek !== null) onPeek(null);
      else if (cursorId !== null) onPeek(cursorId);
    },
    escape: () => {
      if (peek !== null) onPeek(null);
      else if (selection.selected.size > 0) selection.clear();
      else setMovedTo(null);
    },
    toggleAll: () => {
      if (selection.selected.size >= calls.length) selection.clear();
      else selection.setAll(calls.map((call) => call.id));
    },
  };
}

export type RowMoves = ReturnType<typeof useRowMoves>;
