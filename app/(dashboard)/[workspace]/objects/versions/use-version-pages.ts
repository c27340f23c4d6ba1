"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { BadLine } from "@/lib/api/client/json-lines";
import { failureOf } from "@/lib/api/client/request-failure";
import { callListOperation } from "@/lib/api/client/service-client";
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
  /** Versions that do not match the contract, by their position in the list; they are left out. */
  readonly badRows: readonly BadLine[];
  /** True when the service returns the same page again, so that later versions cannot be loaded. */
  readonly isStuck: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const idOf = ({ kind, object_id, digest }: ObjectVersion) => `${kind} ${object_id} ${digest}`;

interface VersionPage {
  readonly offset: number;
  /** The requested number of versions. */
  readonly limit: number;
  readonly objs: readonly ObjectVersion[];
  /** By their number in the page. */
  readonly badRows: readonly BadLine[];
}

const lengthOf = ({ objs, badRows }: VersionPage) => objs.length + badRows.length;

/** Versions may move while pages are loaded: the first position counts. */
function uniqueVersions(pages: readonly VersionPage[]): readonly ObjectVersion[] {
  const all = pages.flatMap(({ objs }) => objs).reverse();
  return [...new Map(all.map((version) => [idOf(version), version])).values()].reverse();
}

/** True for a page that repeats the one before it: the service does not support offsets. */
function isRepeated(page: VersionPage | undefined, before: VersionPage | undefined): boolean {
  const [first] = page?.objs ?? [];
  const [earlier] = before?.objs ?? [];
  return first !== undefined && earlier !== undefined && idOf(first) === idOf(earlier);
}

function badRowsIn(pages: readonly VersionPage[]): readonly BadLine[] {
  return pages.flatMap(({ offset, badRows }) => badRows.map(({ line, reason }) => ({ line: offset + line, reason })));
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
    queryFn: async ({ pageParam, signal }): Promise<VersionPage> => {
      const project_id = question?.project_id ?? "";
      const body = { ...question, project_id, limit: sizeAt(pageParam), offset: pageParam };
      const { result, badRows } = await callListOperation(connectionId, "objs.query", "objs", { body, signal });
      return { offset: pageParam, limit: body.limit, objs: result.objs, badRows };
    },
    getNextPageParam: (last, pages, offset) => {
      const length = lengthOf(last);
      if (length === 0 || length < sizeAt(offset) || sizeAt(offset + length) <= 0) return undefined;
      return isRepeated(last, pages.at(-2)) ? undefined : offset + length;
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
  const isEndRepeated = isRepeated(data?.pages.at(-1), data?.pages.at(-2));
  const lastNew = isEndRepeated ? data?.pages.at(-2) : undefined;
  // More than was requested is everything: the service ignores pages.
  const isStuck = lastNew !== undefined && lengthOf(lastNew) <= lastNew.limit;
  const badRows = useMemo(
    () => badRowsIn((data?.pages ?? []).slice(0, isEndRepeated ? -1 : undefined)),
    [data, isEndRepeated],
  );
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
    isWhole: data !== undefined && !hasNextPage && !isPlaceholderData && !isStuck,
    isCut:
      limit !== null &&
      data !== undefined &&
      !hasNextPage &&
      data.pages.reduce((sum, page) => sum + lengthOf(page), 0) >= limit,
    isPaused,
    failure: isError ? failureOf(result.error) : null,
    badRows,
    isStuck,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    retry: () => void (result.isFetchNextPageError ? fetchNextPage() : result.refetch()),
  };
}
