"use client";

import { usePrefetchCalls, usePrefetchOnHover } from "@/components/call/use-prefetch-calls";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Workspace } from "@/lib/workspace/workspace";

const ROWS = "tr[id^=row-]";
const idOfRow = (row: Element) => row.id.slice("row-".length);

/**
 * Prefetches the first data of a peek for the rows before and after the peeked one and for the row under the pointer.
 */
export function usePeekPrefetch(
  { connectionId, projectId }: Workspace,
  calls: readonly Call[],
  peek: string | null,
): void {
  const at = peek === null ? -1 : calls.findIndex(({ id }) => id === peek);
  const neighbours = at < 0 ? [] : [calls[at + 1], calls[at - 1]].flatMap((call) => call?.id ?? []);
  usePrefetchCalls(connectionId, projectId, neighbours);
  usePrefetchOnHover(connectionId, projectId, ROWS, idOfRow);
}
