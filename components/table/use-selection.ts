"use client";

import { useCallback, useMemo, useState } from "react";

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** The list whose rows are all selected, loaded or not; null while rows are selected one by one. */
  readonly allOf: string | null;
}

const nothing: Chosen = { ids: new Set(), allOf: null };

type SelectionOptions = {
  /** Loaded rows, in order. */
  ids: readonly string[];
  indexOf: (id: string) => number;
  /** Identifies the list: selecting all does not carry over to another list. */
  listKey: string;
};

/**
 * The selected rows by id; a Shift-click selects everything from the last clicked row. When all of a list is selected,
 * later rows are selected too; deselecting one reduces the selection to the loaded rows.
 */
export function useSelection({ ids, indexOf, listKey }: SelectionOptions) {
  const [chosen, setChosen] = useState<Chosen>(nothing);
  const [lastId, setLastId] = useState<string | null>(null);
  const isAll = chosen.allOf !== null && chosen.allOf === listKey;
  const selected = useMemo(() => (isAll ? new Set(ids) : chosen.ids), [isAll, ids, chosen.ids]);
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const next = new Set(selected);
      const from = isRange && lastId !== null ? indexOf(lastId) : -1;
      const to = indexOf(id);
      if (from >= 0 && to >= 0) {
        for (const between of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between);
      } else if (!next.delete(id)) next.add(id);
      setChosen({ ids: next, allOf: null });
      setLastId(id);
    },
    [ids, indexOf, lastId, selected],
  );
  return {
    selected,
    isAll,
    toggle,
    add: (...added: readonly string[]) => setChosen({ ids: new Set([...selected, ...added]), allOf: null }),
    setAll: () => setChosen({ ids: new Set(ids), allOf: null }),
    /** Selects all rows of the list, including those not loaded. */
    takeWhole: () => setChosen({ ids: new Set(ids), allOf: listKey }),
    clear: () => setChosen(nothing),
  };
}
