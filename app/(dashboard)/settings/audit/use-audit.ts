"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";

const PAGE_SIZE = 100;

/** Returns entries of the log, newest first, page by page. */
export function useAudit(request: AppRequestOf<"audit.list">) {
  return useInfiniteQuery({
    queryKey: appQueryKey("audit.list", request),
    queryFn: ({ pageParam, signal }) =>
      callApp(
        "audit.list",
        { ...request, limit: PAGE_SIZE, ...(pageParam === "" ? {} : { after: pageParam }) },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.id : undefined),
    // The log must include actions from a moment ago.
    staleTime: 0,
  });
}
