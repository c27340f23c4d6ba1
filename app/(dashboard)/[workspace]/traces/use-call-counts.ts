"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CallsSelection, compileSelection } from "@/components/calls/prepare-calls-query";
import { countBody, newerThan, withCondition } from "@/components/calls/prepare-list-request";
import { serviceQuery } from "@/lib/api/client/service-query";

const LOOK_MS = 2000;

/**
 * How many calls a selection has, as the service counts them; null while it is not known. `opening` names the list that
 * the count stands beside: another list is counted again.
 */
function useCount(connectionId: string, selection: CallsSelection, opening: string, isAsked = true): number | null {
  const options = serviceQuery(
    connectionId,
    "calls.queryStats",
    countBody(selection.projectId, compileSelection(selection)),
  );
  const { data } = useQuery({
    ...options,
    queryKey: [...options.queryKey, opening],
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  return data?.count ?? null;
}

const anyTime = (selection: CallsSelection): CallsSelection => ({ ...selection, fromMs: null, toMs: null });

/** Counts for the head, and for telling "nothing yet" from "nothing in this range": what matches, out of how many, and the other grain. */
export function useCallCounts(connectionId: string, selection: CallsSelection, opening: string) {
  const matching = useCount(connectionId, selection, opening);
  const unfiltered = useCount(connectionId, { ...selection, query: "" }, opening, selection.query !== "");
  const otherGrain = useCount(connectionId, { ...selection, areRootsOnly: !selection.areRootsOnly }, opening);
  const allTime = useCount(connectionId, { ...anyTime(selection), query: "" }, opening, matching === 0);
  return { matching, unfiltered: selection.query === "" ? null : unfiltered, otherGrain, allTime };
}

/** How many calls have started since the list was opened. Rests while the page is hidden. */
export function useNewCount(
  connectionId: string,
  selection: CallsSelection,
  newestAt: string | null,
  isLive: boolean,
): number {
  const compiled = compileSelection(selection);
  const isAsked = isLive && newestAt !== null;
  const query = newestAt === null ? compiled.query : withCondition(compiled.query, newerThan(newestAt));
  const { data } = useQuery({
    ...serviceQuery(connectionId, "calls.queryStats", countBody(selection.projectId, { ...compiled, query })),
    enabled: isAsked,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    retry: false,
  });
  return isAsked ? (data?.count ?? 0) : 0;
}
