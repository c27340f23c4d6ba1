"use client";

import { useMemo, useState } from "react";
import { type ColumnArrangement, firstArrangement } from "@/lib/table/column-arrangement";
import { costsColumns, SPEND_COLUMN } from "./costs-columns";

const first = firstArrangement(costsColumns);
const movable = costsColumns.filter((column) => !column.isFixed).map((column) => column.id);
const fixed = costsColumns.filter((column) => column.isFixed).map((column) => column.id);

function shownOf(arrangement: ColumnArrangement): string[] {
  return arrangement.order.filter((id) => movable.includes(id) && !arrangement.hidden.includes(id));
}

/** The address contains the shown columns, which determine the requested fields; widths last for this visit. */
export function useColumns(
  cols: readonly string[] | null,
  onColumns: (cols: string[] | null) => void,
  hasSpend: boolean,
) {
  const [widths, setWidths] = useState<ColumnArrangement["widths"]>({});
  const arrangement = useMemo((): ColumnArrangement => {
    const known = cols?.filter((id) => movable.includes(id)) ?? [];
    if (known.length === 0) return { ...first, widths };
    const rest = movable.filter((id) => !known.includes(id));
    return { order: [...fixed, ...known, ...rest], hidden: rest, widths };
  }, [cols, widths]);
  const fields = useMemo(
    () => costsColumns.filter(({ id }) => !arrangement.hidden.includes(id)).flatMap((column) => column.fields),
    [arrangement.hidden],
  );
  const arrange = (next: ColumnArrangement) => {
    setWidths(next.widths);
    const shown = shownOf(next).join();
    if (shown !== shownOf(arrangement).join()) onColumns(shown === shownOf(first).join() ? null : shownOf(next));
  };
  const columns = useMemo(() => costsColumns.filter(({ id }) => hasSpend || id !== SPEND_COLUMN), [hasSpend]);
  return { columns, arrangement, arrange, fields };
}
