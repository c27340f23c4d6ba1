"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callQuery } from "./use-call";
import { payloadPreviewsQuery } from "./use-payload-previews";

/** How long a pointer rests on a row before a click is likely, in ms. */
const HOVER_DELAY_MS = 90;

/** Loads in advance what opening some calls shows first. Keep the list short: each call costs two requests. */
export function usePrefetchCalls(connectionId: string, projectId: string, callIds: readonly string[]): void {
  const queryClient = useQueryClient();
  const ids = callIds.join("\n");
  // The outside system is the response cache.
  useEffect(() => {
    for (const id of ids === "" ? [] : ids.split("\n")) void prefetchCall(queryClient, connectionId, projectId, id);
  }, [queryClient, connectionId, projectId, ids]);
}

/**
 * Loads a call when the pointer rests on its row, one at a time.
 *
 * @param idOfRow the call of an element that is a row; null for any other element
 */
export function usePrefetchOnHover(
  connectionId: string,
  projectId: string,
  rows: string,
  idOfRow: (row: Element) => string | null,
): void {
  const queryClient = useQueryClient();
  // The outside system is the pointer.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onOver = ({ target, pointerType }: PointerEvent) => {
      clearTimeout(timer);
      const row = target instanceof Element && pointerType !== "touch" ? target.closest(rows) : null;
      const id = row && idOfRow(row);
      if (id) timer = setTimeout(() => void prefetchCall(queryClient, connectionId, projectId, id), HOVER_DELAY_MS);
    };
    document.addEventListener("pointerover", onOver);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onOver);
    };
  }, [queryClient, connectionId, projectId, rows, idOfRow]);
}

/** Loads a call without its payload, and the payload previews; skips what is cached. */
async function prefetchCall(queryClient: QueryClient, connectionId: string, projectId: string, callId: string) {
  try {
    const { call } = await queryClient.fetchQuery(callQuery(connectionId, projectId, callId));
    if (call) await queryClient.prefetchQuery(payloadPreviewsQuery(connectionId, projectId, call));
  } catch {
    // Prefetching ignores failures: opening the call reports them.
  }
}
