"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { VersionsRequest } from "./prepare-versions-query";

/** Versions per request: the metadata of one is about 450 bytes. */
export const PAGE_SIZE = 1000;

/** Contents may be large. */
const CONTENTS_PER_BATCH = 100;

/** Further pages load automatically up to this number; beyond it the user decides. */
const AUTO_LOAD_LIMIT = 20_000;

export interface VersionPages {
  readonly versions: readonly ObjectVersion[];
  readonly isPending: boolean;
  /** True when the rows belong to the previous query. */
  readonly isStale: boolean;
  readonly isLoadingMore: boolean;
  /** True when there is nothing left to load. */
  readonly isWhole: boolean;
  /** True when the requested part ends here, although the list may continue. */
  readonly isCut: boolean;
  /** True when it waits for the user to load the rest. */
  readonly isPaused: boolean;
  /** Rows that were loaded before the failure are kept. */
  readonly failure: ServiceFailure | null;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const idOf = ({ kind, object_id, digest }: ObjectVersion) => `${kind} ${object_id} ${digest}`;

/** Versions may move while pages are loaded: the first position counts. */
function uniqueVersions(pages: readonly (readonly ObjectVersion[])[]): readonly ObjectVersion[] {
  return [...new Map([...pages.flat()].reverse().map((version) => [idOf(version), version])).values()].reverse();
}

interface PagesOptions {
  /** Versions to skip, and the maximum number to load. */
  readonly offset?: number;
  readonly limit?: number | null;
  /** True when the result of the previous query may be shown while this one loads. */
  readonly isLike?: (before: VersionsRequest | null) => boolean;
}

const always = () => true;

/** Loads versions page by page; null loads nothing. */
export function useVersionPages(
  connectionId: string,
  question: VersionsRequest | null,
  { offset: from = 0, limit = null, isLike = always }: PagesOptions = {},
): VersionPages {
  const atOnce = question?.metadata_only === false ? CONTENTS_PER_BATCH : PAGE_SIZE;
  const sizeAt = (offset: number) => (limit === null ? atOnce : Math.min(atOnce, from + limit - offset));
  const result = useInfiniteQuery({
    queryKey: [...serviceQueryKey(connectionId, "objs.query", question), "pages", from, limit],
    initialPageParam: from,
    queryFn: async ({ pageParam, signal }) => {
      const project_id = question?.project_id ?? "";
      const body = { ...question, project_id, limit: sizeAt(pageParam), offset: pageParam };
      return (await callOperation(connectionId, "objs.query", { body, signal })).objs;
    },
    getNextPageParam: (last, pages, offset) => {
      const [first] = last;
      if (!first || last.length < sizeAt(offset) || sizeAt(offset + last.length) <= 0) return undefined;
      const before = pages.at(-2)?.[0];
      // A service without support for offsets returns the same page again.
      return before && idOf(before) === idOf(first) ? undefined : offset + last.length;
    },
    enabled: question !== null,
    // The fourth part of the key is the query.
    placeholderData: (previous, query) =>
      isLike((query?.queryKey[3] ?? null) as VersionsRequest | null) ? previous : undefined,
  });
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = result;
  const versions = useMemo(() => uniqueVersions(data?.pages ?? []), [data]);
  const isPaused = hasNextPage && versions.length >= AUTO_LOAD_LIMIT;
  const goesOn = hasNextPage && !isPaused && !isFetching && !isError && !isPlaceholderData;
  const pageCount = data?.pages.length ?? 0;
  // The outside system is the service: the remaining versions are requested while the page is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may come so fast that nothing else changes
  useEffect(() => {
    if (goesOn) void fetchNextPage({ cancelRefetch: false });
  }, [goesOn, pageCount, fetchNextPage]);
  return {
    versions,
    isPending: result.isPending && question !== null,
    isStale: isPlaceholderData,
    isLoadingMore: result.isFetchingNextPage,
    isWhole: data !== undefined && !hasNextPage && !isPlaceholderData,
    isCut: limit !== null && data !== undefined && !hasNextPage && data.pages.flat().length >= limit,
    isPaused,
    failure: isError ? failureOf(result.error) : null,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    retry: () => void (result.isFetchNextPageError ? fetchNextPage() : result.refetch()),
  };
}
