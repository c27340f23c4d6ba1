"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { appQueryKey } from "@/lib/api/client/app-client";
import { type PrefetchedResults, prefetchedOperationIds } from "@/lib/api/contract/app/prefetched-results";

/**
 * Puts what came with the page into the cache of answers before anything is asked for. Only once the page runs: until
 * then it is drawn as the server drew it, which knew no answers.
 */
export function PrefetchedQueries({ known }: { known: PrefetchedResults | null }) {
  const queryClient = useQueryClient();
  // The outside system is the cache; its readers begin to ask in effects that come after this one.
  useLayoutEffect(() => {
    if (known === null) return;
    // Seen again through the browser's history they may be old, and a server's clock may be ahead.
    const updatedAt = Math.min(known.readAtMs, Date.now());
    for (const id of prefetchedOperationIds) {
      const key = appQueryKey(id, {});
      const answer = known.answers[id];
      if (answer !== undefined && queryClient.getQueryData(key) === undefined) {
        queryClient.setQueryData(key, answer, { updatedAt });
      }
    }
  }, [queryClient, known]);
  return null;
}
