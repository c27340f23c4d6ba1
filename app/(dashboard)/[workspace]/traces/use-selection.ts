"use client";

import { useCallback, useState } from "react";

/** The selected rows by id; a press with Shift takes everything from the row that was pressed before. */
export function useSelection(idAt: (index: number) => string | undefined, indexOf: (id: string) => number) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [lastId, setLastId] = useState<string | null>(null);
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      setSelected((before) => {
        const next = new Set(before);
        const from = isRange && lastId !== null ? indexOf(lastId) : -1;
        const to = indexOf(id);
        if (from >= 0 && to >= 0) {
          for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
            const between = idAt(index);
            if (between !== undefined) next.add(between);
          }
        } else if (!next.delete(id)) next.add(id);
        return next;
      });
      setLastId(id);
    },
    [idAt, indexOf, lastId],
  );
  return {
    selected,
    toggle,
    add: (id: string) => setSelected((before) => new Set(before).add(id)),
    setAll: (ids: readonly string[]) => setSelected(new Set(ids)),
    clear: () => setSelected(new Set()),
  };
}
