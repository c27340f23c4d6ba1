"use client";

import { useEffect, useMemo, useState } from "react";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { type ColumnProfile, ProfileCount } from "./prepare-column-profile";

/** Rows that are counted before the page can redraw. */
const SLICE_ROWS = 4000;

/** Number of slices between redraws: summarizing costs more than counting a slice. */
const SLICES_A_PICTURE = 20;

/**
 * Returns the statistics of a column over the rows that were loaded when it was opened, and again once all are loaded.
 * Rows are counted in slices, so that a column of a million rows does not block the page.
 *
 * @param isWhole a changed value restarts the count
 */
export function useColumnProfile(rows: readonly TableLine[], column: SheetColumn, isWhole: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once all rows are loaded, they are counted again
  const { counting, total } = useMemo(() => {
    const begun = new ProfileCount(column);
    begun.add(rows, SLICE_ROWS);
    return { counting: begun, total: rows.length };
  }, [rows, column, isWhole]);
  const [drawn, setDrawn] = useState<{ counting: ProfileCount; profile: ColumnProfile } | null>(null);
  // The outside system is the event loop: the next slice waits until the page has drawn.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sliceCount = 0;
    const step = () => {
      counting.add(rows, Math.min(SLICE_ROWS, total - counting.rowCount));
      sliceCount += 1;
      const isDone = counting.rowCount >= total;
      if (isDone || sliceCount % SLICES_A_PICTURE === 0) setDrawn({ counting, profile: counting.profile() });
      if (!isDone) timer = setTimeout(step, 0);
    };
    timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  }, [counting, rows, total]);
  const profile = useMemo(() => (drawn?.counting === counting ? drawn.profile : counting.profile()), [drawn, counting]);
  return { profile, total };
}
