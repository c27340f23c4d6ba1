"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { type CallsSelection, compileSelection } from "@/lib/calls/calls-query";
import { callCountBody, newerThan, withCondition } from "@/lib/calls/calls-request";
import { namesSource } from "@/lib/calls/source-choice";

const REFRESH_INTERVAL_MS = 2000;

/** The number of calls; null while it is not loaded, or was not requested. */
export interface CallCounts {
  readonly matching: number | null;
  /** In the same time range without the filter; null when there is no filter. */
  readonly unfiltered: number | null;
  /** All calls where the list has only roots, and the other way round. */
  readonly otherScope: number | null;
  /** All calls that were ever stored, of any source; requested only when nothing matches. */
  readonly allTime: number | null;
}

/**
 * Returns how many calls a selection has, counted by the service; null while it is not loaded. `opening` identifies the
 * list that the count belongs to: another list is counted again.
 */
function useCount(
  connectionId: string,
  selection: CallsSelection,
  opening: string,
  isEnabled: boolean,
  untilAt: string | null = null,
) {
  const compiled = compileSelection(selection);
  const query = untilAt === null ? compiled.query : withCondition(compiled.query, { $not: [newerThan(untilAt)] });
  const options = serviceQuery(
    connectionId,
    "calls.queryStats",
    callCountBody(selection.projectId, { ...compiled, query }),
  );
  const asked = JSON.stringify([selection.query, selection.source, selection.areRootsOnly]);
  const { data, isFetched } = useQuery({
    ...options,
    queryKey: [...options.queryKey, asked, opening],
    // A list that opens again keeps its count; the count of another query would be read as that of this one.
    placeholderData: (previous, before) => (before?.queryKey.includes(asked) ? previous : undefined),
    enabled: isEnabled,
  });
  return { count: data?.count ?? null, isSettled: isFetched };
}

/** A filter that names a source is not one of the calls of the page's source. */
const unfilteredOf = (selection: CallsSelection): CallsSelection => ({
  ...selection,
  query: "",
  ...(namesSource(selection.query) ? { source: "all" } : {}),
});

/** All calls that were ever stored, wherever they come from. */
const everything = (selection: CallsSelection): CallsSelection => ({
  ...selection,
  query: "",
  source: "all",
  fromMs: null,
  toMs: null,
});

/**
 * Counts for the page head, and for distinguishing "nothing yet" from "nothing in this range": matching calls, the
 * total, and the other scope. Each count reads as much as the rows did, so less important counts wait for more
 * important ones.
 *
 * A live list counts its calls up to the newest one that it was opened with, and adds those that started since: the
 * head, the rows and the number of new calls then always agree.
 */
export function useCallCounts(
  connectionId: string,
  selection: CallsSelection,
  opening: string,
  isEnabled: boolean,
  since: { readonly newestAt: string; readonly count: number } | null = null,
): CallCounts {
  const isFiltered = selection.query !== "";
  const matching = useCount(connectionId, selection, opening, isEnabled, since?.newestAt);
  const isMore = isEnabled && matching.isSettled;
  const newCount = since?.count ?? 0;
  const others = `${opening} ${newCount}`;
  const unfiltered = useCount(connectionId, unfilteredOf(selection), others, isMore && isFiltered);
  const otherGrain = useCount(
    connectionId,
    { ...selection, areRootsOnly: !selection.areRootsOnly },
    others,
    isMore && (unfiltered.isSettled || !isFiltered),
  );
  const isNone = isMore && matching.count === 0;
  const allTime = useCount(connectionId, everything(selection), opening, isNone);
  return {
    matching: matching.count === null ? null : matching.count + newCount,
    unfiltered: isFiltered ? unfiltered.count : null,
    otherScope: otherGrain.count,
    allTime: allTime.count,
  };
}

/** Returns how many calls have started since the list was opened. Pauses while the page is hidden. */
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
