"use client";

import { useCallback, useMemo, useState } from "react";
import {
  type CallListRow,
  callListRow,
  durationThresholds,
} from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { usePathValues, usePreviews } from "@/app/(dashboard)/[workspace]/traces/rows/use-previews";
import { useTraceTotals } from "@/app/(dashboard)/[workspace]/traces/rows/use-trace-totals";
import { useNow } from "@/components/browser/use-now";
import { opLabel } from "@/lib/calls/call-facts";
import { type CallsSelection, compileSelection } from "@/lib/calls/calls-query";
import { PAGE_SIZE, refreshLimit } from "@/lib/calls/calls-request";
import { countPaths, isNumeric, pathsIn } from "@/lib/calls/path-columns";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { Grain, Listing, RowRange } from "./listing";
import { useCallCounts, useNewCount } from "./use-call-counts";
import { useCallList } from "./use-call-list";
import { useHasPainted } from "./use-has-painted";
import { useRunningCalls } from "./use-running-calls";

/** A first call shows within a second; a filter without matches refreshes less often. */
const POLL_INTERVAL_MS = 700;
const FILTERED_POLL_INTERVAL_MS = 3000;

type ListingOptions = {
  workspace: Workspace;
  query: string;
  grain: Grain;
  sort: Sort;
  range: TimeRange;
  isLive: boolean;
  /** Paths that are shown as columns. */
  paths: readonly string[];
};

/** Returns the data of the page: rows as they arrive, counts, and the number of new calls. */
export function useListing({ workspace, query, grain, sort, range, isLive, paths }: ListingOptions): Listing {
  const { connectionId, projectId } = workspace;
  // A relative range is measured from the moment the list was opened, so that all pages use the same query.
  const [opened, setOpened] = useState(() => ({ atMs: Date.now(), generation: 0, firstLimit: PAGE_SIZE }));
  const selection = useMemo(
    (): CallsSelection => ({
      projectId,
      query,
      areRootsOnly: grain === "roots",
      ...resolveTimeRange(range, opened.atMs),
    }),
    [projectId, query, grain, range, opened.atMs],
  );
  const compiled = useMemo(() => compileSelection(selection), [selection]);
  const isOpenEnded = selection.toMs === null;
  const list = useCallList({
    connectionId,
    projectId,
    selection: compiled,
    sort,
    generation: opened.generation,
    firstLimit: opened.firstLimit,
    pollIntervalMs: isLive && isOpenEnded && (query === "" ? POLL_INTERVAL_MS : FILTERED_POLL_INTERVAL_MS),
  });
  const isPainted = useHasPainted(!list.isStale && (list.last !== null || list.failure !== null));
  const counts = useCallCounts(connectionId, selection, `${opened.generation} ${list.newestAt}`, isPainted);
  const newCount = useNewCount(connectionId, selection, list.newestAt, isLive && isOpenEnded && isPainted);
  const [shown, setShown] = useState<RowRange>({ first: 0, last: 40 });
  const onRangeChange = useCallback((first: number, last: number) => {
    setShown((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const running = useRunningCalls(connectionId, projectId, list.calls, isLive);
  const calls = useMemo(() => list.calls.map((call) => running.get(call.id) ?? call), [list.calls, running]);
  const onScreen = { connectionId, projectId, calls, range: shown, isEnabled: isPainted };
  const { previews, areSettled } = usePreviews(onScreen);
  const values = usePathValues(onScreen, paths);
  const totals = useTraceTotals({ ...onScreen, isEnabled: isPainted && areSettled });
  const scale = useMemo(() => durationThresholds(calls), [calls]);
  const seenOps = useMemo(() => [...new Set(calls.map((call) => opLabel(call.op_name)))].sort(), [calls]);
  const nowMs = useNow();
  const rowAt = useCallback(
    (index: number): CallListRow | undefined => {
      const call = calls[index];
      return call && callListRow(call, { previews, values, totals, scale, nowMs });
    },
    [calls, previews, values, totals, scale, nowMs],
  );
  const seenPaths = useMemo(
    () =>
      countPaths(
        calls
          .slice(shown.first, shown.last + 1)
          .map((call) => [...(previews.get(call.id)?.paths ?? []), ...pathsIn({ summary: call.summary })]),
      ),
    [calls, previews, shown],
  );
  const numericPaths = useMemo(
    () =>
      new Set(paths.filter((path) => isNumeric([...values.byCall.values()].map((pathValues) => pathValues.get(path))))),
    [paths, values],
  );
  return {
    list,
    isPainted,
    counts,
    newCount,
    selection: compiled,
    problems: compiled.problems,
    seenOps,
    seenPaths,
    numericPaths,
    shown,
    rowAt,
    onRangeChange,
    listKey: JSON.stringify([query, grain, sort, range]),
    showNew: () =>
      setOpened(({ generation }) => ({
        atMs: Date.now(),
        generation: generation + 1,
        firstLimit: refreshLimit(list.calls.length, newCount),
      })),
  };
}
