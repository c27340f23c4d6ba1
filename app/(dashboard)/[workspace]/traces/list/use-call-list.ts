"use client";

import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useHiddenCalls } from "@/components/call/actions/deletions";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf } from "@/lib/api/client/request-failure";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import { latestStart, newestCallsBody, PAGE_SIZE, pageBody } from "@/lib/calls/calls-request";
import type { Sort } from "@/lib/table/sort";
import type { ArrivingCalls } from "./arriving-calls";

interface Page {
  readonly calls: readonly Call[];
  readonly summary: StreamSummary;
  readonly offset: number;
  /** Number of requested rows. */
  readonly limit: number;
  /** Start of the newest call when the list was opened; null when there was none. */
  readonly newestAt: string | null;
  readonly durationMs: number;
}

interface PageStart {
  readonly offset: number;
  readonly limit: number;
  readonly newestAt: string | null;
}

export interface CallListRequest {
  readonly connectionId: string;
  readonly projectId: string;
  readonly selection: CompiledSelection;
  readonly sort: Sort;
  /** Increments when new rows are inserted: the list is then loaded again from its first page. */
  readonly generation: number;
  /** Rows of the first page: as many as there were before new ones are inserted, so that none disappears. */
  readonly firstLimit: number;
  /** Receives the calls of a page that is being read. */
  readonly arriving: ArrivingCalls;
}

type ShownCallList = CallListRequest & {
  /** While the list is empty, how often to refresh; false for never. */
  readonly pollIntervalMs: number | false;
};

export interface CallList {
  readonly calls: readonly Call[];
  readonly newestAt: string | null;
  /** No response has arrived yet. */
  readonly isPending: boolean;
  /** The rows on screen belong to the previous query. */
  readonly isStale: boolean;
  readonly isLoadingMore: boolean;
  readonly failure: ServiceFailure | null;
  /** The end of the last stream and the lines that could not be read. */
  readonly last: StreamSummary | null;
  readonly hasMore: boolean;
  readonly durationMs: number | null;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** The offset of the next request: unreadable lines count, they were rows too. */
const requestedRows = (page: Page) => page.offset + page.summary.rowCount + page.summary.badLines.length;

function nextPageStart(last: Page, pages: readonly Page[]): PageStart | undefined {
  const isFull = requestedRows(last) - last.offset >= last.limit;
  if (last.summary.end.kind === "complete" && !isFull) return undefined;
  return { offset: requestedRows(last), limit: PAGE_SIZE, newestAt: pages[0]?.newestAt ?? null };
}

/** Returns query options of the calls of a selection, page by page. */
export function callListQuery(request: CallListRequest) {
  const { connectionId, projectId, selection, sort, generation } = request;
  const { filter, query } = selection;
  return infiniteQueryOptions({
    queryKey: ["service", connectionId, "calls.streamQuery", { projectId, filter, query, sort }, generation],
    initialPageParam: { offset: 0, limit: request.firstLimit, newestAt: null } as PageStart,
    queryFn: ({ pageParam, signal }) => readPage(request, pageParam, signal),
    getNextPageParam: nextPageStart,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the calls of a selection, page by page as the user scrolls; rows appear while a page is still arriving. */
export function useCallList(request: ShownCallList): CallList {
  const { pollIntervalMs: lookAgainMs } = request;
  const arriving = useStore(request.arriving);
  const options = callListQuery(request);
  // The request leaves before the page is drawn.
  usePrefetchInfiniteQuery(options);
  const result = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.calls.length === 0 ? lookAgainMs : false),
  });
  const { data, isPlaceholderData } = result;
  // Rows of the previous query stay until the new one has a response; rows of two queries are never mixed.
  const isArriving = !isPlaceholderData && (data === undefined ? result.isFetching : result.isFetchingNextPage);
  const hidden = useHiddenCalls();
  const calls = useMemo(() => {
    const read = [...(data?.pages ?? []).flatMap((page) => page.calls), ...(isArriving ? arriving : [])];
    return uniqueCalls(read).filter(({ id }) => !hidden.has(id));
  }, [data, arriving, isArriving, hidden]);
  const lastPage = data?.pages.at(-1);
  return {
    calls,
    newestAt: data?.pages[0]?.newestAt ?? null,
    isPending: result.isPending && calls.length === 0,
    isStale: isPlaceholderData,
    isLoadingMore: result.isFetchingNextPage,
    failure: result.isError ? failureOf(result.error) : null,
    last: lastPage?.summary ?? null,
    hasMore: result.hasNextPage,
    durationMs: lastPage?.durationMs ?? null,
    loadMore: () => void result.fetchNextPage({ cancelRefetch: false }),
    retry: () => void (result.isFetchNextPageError ? result.fetchNextPage() : result.refetch()),
  };
}

async function readPage(
  { connectionId, projectId, selection, sort, arriving }: CallListRequest,
  section: PageStart,
  signal: AbortSignal,
): Promise<Page> {
  const startedMs = performance.now();
  const isFirst = section.offset === 0;
  const isByTime = sort.field === "started_at" && sort.direction === "desc";
  const calls: Call[] = [];
  const body = pageBody(projectId, selection, sort, section);
  const reading = Promise.all([
    streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
      calls.push(...rows);
      arriving.set([...calls]);
    }),
    isFirst && !isByTime ? readNewest({ connectionId, projectId, selection }, signal) : null,
  ]);
  // The request leaves while the list is rendered, when what it shows must not change.
  await Promise.resolve();
  arriving.clear();
  const [summary, newest] = await reading;
  // Calls that arrived while the first page was read belong to the list, too.
  const newestAt = isFirst ? latestStart(newest === null ? calls : [...calls, newest]) : section.newestAt;
  return {
    calls,
    summary,
    offset: section.offset,
    limit: section.limit,
    newestAt,
    durationMs: performance.now() - startedMs,
  };
}

/** Returns the newest call of a selection with another sort order, or null when there is none. */
async function readNewest(
  { connectionId, projectId, selection }: Pick<CallListRequest, "connectionId" | "projectId" | "selection">,
  signal: AbortSignal,
): Promise<Call | null> {
  const loadedCalls: Call[] = [];
  const body = newestCallsBody(projectId, selection);
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => loadedCalls.push(...rows));
  return loadedCalls[0] ?? null;
}

/** A call that was stored late may be on two pages; its first position counts. */
function uniqueCalls(calls: readonly Call[]): readonly Call[] {
  return [...new Map(calls.map((call) => [call.id, call])).values()];
}
