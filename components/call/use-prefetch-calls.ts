"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callQuery } from "./use-call";
import { payloadPreviewsQuery } from "./use-payload-previews";

/** A pointer that rests on a row for so long is about to press it. */
const HOVER_DELAY_MS = 90;

/** Reads what the first look at some calls shows before it is asked for. Keep the list short: each costs two requests. */
export function usePrefetchCalls(connectionId: string, projectId: string, callIds: readonly string[]): void {
  const queryClient = useQueryClient();
  const ids = callIds.join("\n");
  // The outside system is the cache of answers.
  useEffect(() => {
    for (const id of ids === "" ? [] : ids.split("\n")) void prefetchCall(queryClient, connectionId, projectId, id);
  }, [queryClient, connectionId, projectId, ids]);
}

/**
 * Reads a call when the pointer rests on its row, one at a time.
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

/** A call without its payload, and the first part of that; what is known already is not asked for. */
async function prefetchCall(queryClient: QueryClient, connectionId: string, projectId: string, callId: string) {
  try {
    const { call } = await queryClient.fetchQuery(callQuery(connectionId, projectId, callId));
    if (call) await queryClient.prefetchQuery(payloadPreviewsQuery(connectionId, projectId, call));
  } catch {
    // Nobody asked yet: whoever opens the call hears of the failure.
  }
}
