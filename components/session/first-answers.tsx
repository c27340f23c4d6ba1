"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { noteTests } from "@/lib/api/client/absent-operations";
import { appQueryKey } from "@/lib/api/client/app-client";
import { type PrefetchedResults, prefetchedOperationIds } from "@/lib/api/contract/app/prefetched-results";

/**
 * Puts the page's initial data into the query cache before any request. Only after hydration: until then the page
 * renders as on the server, which had no data.
 */
export function PrefetchedQueries({ known }: { known: PrefetchedResults | null }) {
  const queryClient = useQueryClient();
  // The outside system is the cache; its readers start requests in effects that run after this one.
  useLayoutEffect(() => {
    if (known === null) return;
    // Data restored from the browser's history may be old, and a server's clock may be ahead.
    const updatedAt = Math.min(known.readAtMs, Date.now());
    noteTests(known.answers["connections.list"]?.connections ?? []);
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
