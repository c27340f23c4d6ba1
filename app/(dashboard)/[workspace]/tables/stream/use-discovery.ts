"use client";

import { useEffect, useMemo, useState } from "react";
import type { TableLine } from "./buffered-row";
import { FieldDiscovery } from "./field-discovery";
import type { TableSource } from "./table-source";

/** Rows that are read before the page can redraw. */
const SLICE_ROWS = 2000;

/**
 * Returns the fields of the rows loaded so far. When lists are expanded into columns all rows are read for their items,
 * in slices; otherwise only the rows that the reader marked as notable.
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
  // Another stream, or other expanded lists: fields are discovered again from the first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source represents its rows
  const discovery = useMemo(
    () => new FieldDiscovery(new Set(JSON.parse(expandedKey) as string[])),
    [source, expandedKey],
  );
  const [, setSeenCount] = useState(0);
  // Each row is read once, however often this runs.
  if (!looksAtAll) discovery.add(source.notable);
  else if (discovery.observedCount === 0) discovery.add(rows, SLICE_ROWS);
  const { observedCount: seenCount } = discovery;
  const missingCount = looksAtAll ? rows.length - seenCount : 0;
  // The outside system is the event loop: the next slice waits until the page has drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of read rows changes when a slice is done
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
