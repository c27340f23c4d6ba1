"use client";

import { useCallback } from "react";
import { usePrefetchCalls, usePrefetchOnHover } from "@/components/call/use-prefetch-calls";
import { idOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { positionOf } from "@/lib/trace/tree/folds";
import type { Workspace } from "@/lib/workspace/workspace";

const ROWS = "[role=treegrid] tr[aria-rowindex]";

/**
 * Prefetches the first data of the details for the calls next to the selected one and for the row under the pointer.
 */
export function useTracePrefetch(
  { connectionId, projectId }: Workspace,
  skeleton: TraceSkeleton,
  rows: Int32Array,
  selectedRow: number,
): void {
  const at = positionOf(rows, selectedRow);
  const beside = at < 0 ? [] : [rows[at + 1], rows[at - 1]].flatMap((row) => (row === undefined ? [] : [row]));
  usePrefetchCalls(
    connectionId,
    projectId,
    beside.map((row) => idOf(skeleton, row)),
  );
  const idOfRow = useCallback(
    (element: Element) => {
      const row = rows[Number(element.getAttribute("aria-rowindex")) - 1];
      return row === undefined ? null : idOf(skeleton, row);
    },
    [rows, skeleton],
  );
  usePrefetchOnHover(connectionId, projectId, ROWS, idOfRow);
}
