"use client";

import { useCallback, useMemo, useState } from "react";
import { useSelection } from "@/components/table/use-selection";
import type { Call } from "@/lib/api/contract/calls";

/** The cursor, the peeked row and the selection of the list. While a row is peeked at, the panel follows the cursor. */
export function useRowMoves(
  { calls, listKey }: { calls: readonly Call[]; listKey: string },
  peek: string | null,
  onPeek: (id: string | null) => void,
) {
  const ids = useMemo(() => calls.map((call) => call.id), [calls]);
  const indexes = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const indexOf = useCallback((id: string) => indexes.get(id) ?? -1, [indexes]);
  const idAt = useCallback((index: number) => ids[index], [ids]);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const cursorId = peek ?? movedTo;
  const selection = useSelection({ ids, indexOf, listKey });
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
        selection.add(...(cursorId === null ? [] : [cursorId]), next);
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
      if (selection.selected.size >= ids.length) selection.clear();
      else selection.setAll();
    },
  };
}

export type RowMoves = ReturnType<typeof useRowMoves>;
