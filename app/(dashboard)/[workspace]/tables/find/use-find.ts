"use client";

import { useMemo } from "react";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { hasMatchInRow, normalizeSearch } from "./prepare-find";
import { type RowScan, useRowScan } from "./use-row-scan";

/** Searches the loaded rows for a text, and continues as rows arrive. */
export function useFind(rows: readonly TableLine[], count: number, text: string): RowScan & { readonly words: string } {
  const words = normalizeSearch(text);
  const test = useMemo(() => (words === "" ? null : (row: TableLine) => hasMatchInRow(row, words)), [words]);
  return { ...useRowScan(rows, count, test), words };
}
