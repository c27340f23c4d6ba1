"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { noteTests } from "@/lib/api/client/absent-operations";
import { appQueryKey } from "@/lib/api/client/app-client";
import {
  type PrefetchedOperationId,
  type PrefetchedResults,
  prefetchedOperationIds,
} from "@/lib/api/contract/app/prefetched-results";

/**
 * Puts the page's initial data into the query cache before any request. Only after hydration: until then the page
 * renders as on the server, which had no data. The workspaces are there earlier, for the requests that leave while the
 * page is hydrated (`useRequestAhead`); `useWorkspaces` hides them until then.
 */
export function PrefetchedQueries({ known }: { known: PrefetchedResults | null }) {
  const queryClient = useQueryClient();
  useState(() => {
    if (known !== null && typeof window !== "undefined") store(queryClient, known, ["workspaces.list"]);
    return null;
  });
  // The outside system is the cache; its readers start requests in effects that run after this one.
  useLayoutEffect(() => {
    if (known !== null) store(queryClient, known, prefetchedOperationIds);
  }, [queryClient, known]);
  return null;
}

function store(queryClient: QueryClient, known: PrefetchedResults, ids: readonly PrefetchedOperationId[]): void {
  // Data restored from the browser's history may be old, and a server's clock may be ahead.
  const updatedAt = Math.min(known.readAtMs, Date.now());
  noteTests(known.answers["connections.list"]?.connections ?? []);
  for (const id of ids) {
    const key = appQueryKey(id, {});
    const answer = known.answers[id];
    if (answer !== undefined && queryClient.getQueryData(key) === undefined) {
      queryClient.setQueryData(key, answer, { updatedAt });
    }
  }
}
