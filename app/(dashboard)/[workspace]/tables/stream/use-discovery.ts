"use client";

import { useEffect, useMemo, useState } from "react";
import type { TableLine } from "./buffered-row";
import { FieldDiscovery } from "./field-discovery";
import type { TableSource } from "./table-source";

/** Rows that are looked at before the page may draw again. */
const SLICE_ROWS = 2000;

/**
 * The fields of the rows that have come so far. Where lists are opened into columns all rows are looked at for their
 * items, in slices; else only those in which the reader found something new.
 *
 * @param expanded paths of lists whose items are fields
 */
export function useDiscovery(
  source: TableSource,
  rows: readonly TableLine[],
  expanded: readonly string[],
): FieldDiscovery {
  const expandedKey = JSON.stringify(expanded);
  const looksAtAll = expanded.length > 0;
  // Another stream, or other lists to open: the fields are looked for from the first row on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stands for its rows
  const discovery = useMemo(
    () => new FieldDiscovery(new Set(JSON.parse(expandedKey) as string[])),
    [source, expandedKey],
  );
  const [, setSeenCount] = useState(0);
  // Each row is looked at once, however often this runs.
  if (!looksAtAll) discovery.add(source.notable);
  else if (discovery.observedCount === 0) discovery.add(rows, SLICE_ROWS);
  const { observedCount: seenCount } = discovery;
  const missingCount = looksAtAll ? rows.length - seenCount : 0;
  // The outside system is the event loop: the next slice waits until the page has drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: how many were seen tells when a slice is done
  useEffect(() => {
    if (missingCount <= 0) return;
    const timer = setTimeout(() => {
      discovery.add(rows, SLICE_ROWS);
      setSeenCount(discovery.observedCount);
    }, 0);
    return () => clearTimeout(timer);
  }, [discovery, rows, missingCount, seenCount]);
  return discovery;
}
