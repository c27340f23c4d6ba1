"use client";

import { useMemo, useState } from "react";
import { type ColumnArrangement, firstArrangement } from "@/components/table/table-column";
import { tracesColumns } from "./traces-columns";

const first = firstArrangement(tracesColumns);
const movable = tracesColumns.filter((column) => !column.isFixed).map((column) => column.id);
const fixed = tracesColumns.filter((column) => column.isFixed).map((column) => column.id);

/** Which columns are shown and in which order stands in the address; widths are of this visit. */
export function useArrangement(cols: readonly string[] | null, onColumns: (cols: string[] | null) => void) {
  const [widths, setWidths] = useState<ColumnArrangement["widths"]>({});
  const arrangement = useMemo((): ColumnArrangement => {
    const known = cols?.filter((id) => movable.includes(id)) ?? [];
    if (known.length === 0) return { ...first, order: ["select", ...first.order], widths };
    const rest = movable.filter((id) => !known.includes(id));
    return { order: ["select", ...fixed, ...known, ...rest], hidden: rest, widths };
  }, [cols, widths]);
  const arrange = (next: ColumnArrangement) => {
    setWidths(next.widths);
    const shown = next.order.filter((id) => movable.includes(id) && !next.hidden.includes(id));
    const isFirst =
      shown.join() === first.order.filter((id) => movable.includes(id) && !first.hidden.includes(id)).join();
    if (shown.join() !== visibleIds(arrangement).join()) onColumns(isFirst ? null : shown);
  };
  return { arrangement, arrange };
}

function visibleIds(arrangement: ColumnArrangement): string[] {
  return arrangement.order.filter((id) => movable.includes(id) && !arrangement.hidden.includes(id));
}
