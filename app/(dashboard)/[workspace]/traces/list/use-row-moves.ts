"use client";

import { useCallback, useMemo, useState } from "react";
import { useSelection } from "@/components/table/use-selection";
import type { Call } from "@/lib/api/contract/calls/calls";

/** The row under the key cursor and the peeked row. */
export interface RowCursor {
  readonly cursorId: string | null;
  /** Returns the index of a loaded row, or -1. */
  readonly indexOf: (id: string) => number;
  readonly openPeek: (id: string) => void;
}

/** The selected rows, and the check boxes that select them. */
export interface RowChoice {
  readonly selection: {
    readonly selected: ReadonlySet<string>;
    /** All rows of the list, loaded or not. */
    readonly isAll: boolean;
    readonly toggle: (id: string, isRange: boolean) => void;
    readonly takeWhole: () => void;
    readonly clear: () => void;
  };
  /** Indexes of the selected rows in the list. */
  readonly selectedIndexes: readonly number[];
  readonly toggleAll: () => void;
}

/** The row actions of the keys. */
interface RowSteps {
  readonly step: (by: 1 | -1, isExtending: boolean) => void;
  readonly togglePeek: () => void;
  readonly escape: () => void;
}

export interface RowMoves extends RowCursor, RowChoice, RowSteps {}

/** The cursor, the peeked row and the selection of the list. While a row is peeked, the panel follows the cursor. */
export function useRowMoves(
  { calls, listKey }: { calls: readonly Call[]; listKey: string },
  peek: string | null,
  onPeek: (id: string | null) => void,
): RowMoves {
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
