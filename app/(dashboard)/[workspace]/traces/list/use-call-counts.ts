"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { type CallsSelection, compileSelection } from "@/lib/calls/calls-query";
import { callCountBody, newerThan, withCondition } from "@/lib/calls/calls-request";

const REFRESH_INTERVAL_MS = 2000;

/** How many calls there are; null while it is not known, or was not asked for. */
export interface CallCounts {
  readonly matching: number | null;
  /** Of the same time without the filter; null where there is none. */
  readonly unfiltered: number | null;
  /** All calls where the list has roots alone, and the other way round. */
  readonly otherScope: number | null;
  /** Whatever was ever stored; asked for only where nothing matches. */
  readonly allTime: number | null;
}

/**
 * How many calls a selection has, as the service counts them; null while it is not known. `opening` names the list that
 * the count stands beside: another list is counted again.
 */
function useCount(connectionId: string, selection: CallsSelection, opening: string, isEnabled: boolean) {
  const options = serviceQuery(
    connectionId,
    "calls.queryStats",
    callCountBody(selection.projectId, compileSelection(selection)),
  );
  const { data, isFetched } = useQuery({
    ...options,
    queryKey: [...options.queryKey, opening],
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  return { count: data?.count ?? null, isSettled: isFetched };
}

const anyTime = (selection: CallsSelection): CallsSelection => ({ ...selection, fromMs: null, toMs: null });

/**
 * Counts for the head, and for telling "nothing yet" from "nothing in this range": what matches, out of how many, and the
 * other grain. Each count reads as much as the rows did, so what is less telling waits for what tells more.
 */
export function useCallCounts(
  connectionId: string,
  selection: CallsSelection,
  opening: string,
  isEnabled: boolean,
): CallCounts {
  const isFiltered = selection.query !== "";
  const matching = useCount(connectionId, selection, opening, isEnabled);
  const isMore = isEnabled && matching.isSettled;
  const unfiltered = useCount(connectionId, { ...selection, query: "" }, opening, isMore && isFiltered);
  const otherGrain = useCount(
    connectionId,
    { ...selection, areRootsOnly: !selection.areRootsOnly },
    opening,
    isMore && (unfiltered.isSettled || !isFiltered),
  );
  const isNone = isMore && matching.count === 0;
  const allTime = useCount(connectionId, { ...anyTime(selection), query: "" }, opening, isNone);
  return {
    matching: matching.count,
    unfiltered: isFiltered ? unfiltered.count : null,
    otherScope: otherGrain.count,
    allTime: allTime.count,
  };
}

/** How many calls have started since the list was opened. Rests while the page is hidden. */
export function useNewCount(
  connectionId: string,
  selection: CallsSelection,
  newestAt: string | null,
  isLive: boolean,
): number {
  const compiled = compileSelection(selection);
  const isEnabled = isLive && newestAt !== null;
  const query = newestAt === null ? compiled.query : withCondition(compiled.query, newerThan(newestAt));
  const { data } = useQuery({
    ...serviceQuery(connectionId, "calls.queryStats", callCountBody(selection.projectId, { ...compiled, query })),
    enabled: isEnabled,
    refetchInterval: REFRESH_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  });
  return isEnabled ? (data?.count ?? 0) : 0;
}
