"use client";

import { useEffect, useState } from "react";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";

/** Rows that are tested before the page can redraw. */
const SLICE_ROWS = 3000;

/** The rows found so far. */
export interface RowScan {
  /** Positions of matching rows, ascending. Grows in place: `searchedCount` changes when it may have grown. */
  readonly matches: readonly number[];
  /** The rows at these positions. */
  readonly rows: readonly TableLine[];
  /** Rows that were tested. */
  readonly searchedCount: number;
}

interface GrowingScan extends RowScan {
  readonly matches: number[];
  readonly rows: TableLine[];
  readonly of: readonly TableLine[];
  readonly test: RowTest | null;
}

export type RowTest = (row: TableLine) => boolean;

/**
 * Finds rows that pass a test, in slices, and continues as rows arrive.
 *
 * @param test must be stable: another function restarts the scan; null scans nothing
 */
export function useRowScan(rows: readonly TableLine[], count: number, test: RowTest | null): RowScan {
  const [scan, setScan] = useState<GrowingScan>({ matches: [], rows: [], searchedCount: 0, of: rows, test });
  const isCurrent = scan.of === rows && scan.test === test;
  const current: GrowingScan = isCurrent ? scan : { matches: [], rows: [], searchedCount: 0, of: rows, test };
  const { searchedCount } = current;
  // The outside system is the event loop: the next slice waits until the page has drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result grows in place, and restarts with these
  useEffect(() => {
    if (test === null || searchedCount >= count) return;
    const timer = setTimeout(() => {
      const end = Math.min(count, searchedCount + SLICE_ROWS);
      for (let index = searchedCount; index < end; index += 1) {
        const row = rows[index];
        if (!row || !test(row)) continue;
        current.matches.push(index);
        current.rows.push(row);
      }
      setScan({ ...current, searchedCount: end });
    }, 0);
    return () => clearTimeout(timer);
  }, [rows, count, test, searchedCount]);
  return current;
}
