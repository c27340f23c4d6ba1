"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import type { Arrangement } from "@/app/(dashboard)/[workspace]/tables/columns/column-arrangement";
import { toggled } from "@/app/(dashboard)/[workspace]/tables/columns/toggled";
import { stepTarget, withMoved } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-column-order";
import type { SheetModel } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { ColumnTarget } from "@/lib/table/column-arrangement";
import { nextSort, type Sort } from "@/lib/table/sort";
import { tablesParams } from "./search-params";

/** Returns the user's arrangement of the sheet from the address, and the functions that change it. */
export function useSheetArrangement(): Arrangement {
  const [params, setParams] = useQueryStates(tablesParams, { history: "push" });
  const { fold, hide, freeze, order, x, sort } = params;
  // Widths last for this visit; they survive a change of order, which empties the sheet for a moment.
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const resize = useCallback((id: string, width: number | null) => {
    setWidths(({ [id]: _before, ...others }) => (width === null ? others : { ...others, [id]: width }));
  }, []);
  const folded = useMemo(() => new Set(fold), [fold]);
  const hidden = useMemo(() => new Set(hide), [hide]);
  const frozen = useMemo(() => new Set(freeze), [freeze]);
  const move = (sheet: SheetModel, id: string, target: ColumnTarget) => {
    const chosen = withMoved(sheet, hide, { freeze }, id, target);
    void setParams({ order: [...chosen.order], freeze: [...chosen.freeze] });
  };
  const setSort = (keys: Sort[]) => void setParams({ sort: keys, from: 0 });
  return {
    folded,
    hidden,
    frozen,
    expanded: x,
    widths,
    resize,
    sort,
    order,
    move,
    stepOf: (sheet: SheetModel, id: string, by: -1 | 1) => {
      const target = stepTarget(sheet, hide, freeze, id, by);
      return target && (() => move(sheet, id, target));
    },
    resetOrder: order.length === 0 ? null : () => void setParams({ order: null }),
    setHidden: (next: string[]) => void setParams({ hide: next }),
    hide: (id: string) => void setParams({ hide: [...hide, id] }),
    toggleFrozen: (id: string) => void setParams({ freeze: toggled(freeze, id) }),
    toggleFolded: (id: string) => void setParams({ fold: toggled(fold, id) }),
    toggleExpanded: (id: string) =>
      void setParams(fold.includes(id) ? { fold: toggled(fold, id) } : { x: toggled(x, id), cell: null }),
    sortOnly: (field: string, direction: Sort["direction"]) => setSort([{ field, direction }]),
    pressHead: (field: string, isAdding: boolean) => {
      const current = sort.find((key) => key.field === field) ?? null;
      const others = isAdding ? sort.filter((key) => key.field !== field) : [];
      const at = isAdding && current ? sort.indexOf(current) : others.length;
      const key = current?.direction === "asc" ? [] : [nextSort(current, field)];
      setSort(others.toSpliced(at, 0, ...key));
    },
  };
}
