"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import {
  type CallListRow,
  callListRow,
  durationThresholds,
} from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { useCommonScores } from "@/app/(dashboard)/[workspace]/traces/rows/use-common-scores";
import {
  useFoundExcerpts,
  usePathValues,
  usePreviews,
  useRowScores,
} from "@/app/(dashboard)/[workspace]/traces/rows/use-previews";
import { useTraceTotals } from "@/app/(dashboard)/[workspace]/traces/rows/use-trace-totals";
import { useNow } from "@/components/browser/use-now";
import { useHiddenCalls } from "@/components/call/actions/deletions";
import { opLabel } from "@/lib/calls/call-facts";
import { compileSelection } from "@/lib/calls/calls-query";
import { MAX_INSERTED_ROWS, PAGE_SIZE, refreshLimit } from "@/lib/calls/calls-request";
import { countPaths, isNumeric, pathsIn } from "@/lib/calls/path-columns";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { searchedText } from "@/lib/filter/searched-text";
import type { TimeRange } from "@/lib/filter/time-range";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import { FIRST_LIST, type ListOpening, listSelection, type OpenedList } from "./list-opening";
import type { Grain, Listing, RowRange } from "./listing";
import { useCallCounts, useNewCount } from "./use-call-counts";
import { useCallList } from "./use-call-list";
import { useHasPainted } from "./use-has-painted";
import { useNewCalls } from "./use-new-calls";
import { useRunningCalls } from "./use-running-calls";
import { useUncountedTwins } from "./use-uncounted-twins";

/** A first call shows within a second; a filter without matches refreshes less often. */
const POLL_INTERVAL_MS = 700;
const FILTERED_POLL_INTERVAL_MS = 3000;

const NO_SCORES: readonly string[] = [];

type ListingOptions = {
  workspace: Workspace;
  query: string;
  /** Where the calls come from. */
  source?: SourceChoice;
  grain: Grain;
  sort: Sort;
  range: TimeRange;
  isLive: boolean;
  /** True while new rows must not be inserted: a call is open beside the list, or rows are selected. */
  isHeld?: boolean;
  /** Paths that are shown as columns. */
  paths: readonly string[];
  /** Fields of the project's scores. */
  scoreFields?: readonly string[];
  opening: ListOpening;
};

/** Returns the data of the page: rows as they arrive, counts, and the number of new calls. */
export function useListing(options: ListingOptions): Listing {
  const {
    workspace,
    query,
    source = "all",
    grain,
    sort,
    range,
    isLive,
    isHeld = false,
    paths,
    scoreFields = NO_SCORES,
    opening,
  } = options;
  const { connectionId, projectId } = workspace;
  const isPlain = workspace.knowsSources !== true;
  // A relative range is measured from the moment the list was opened, so that all pages use the same query.
  const [opened, setOpened] = useState<OpenedList>(() => ({ ...FIRST_LIST, atMs: opening.atMs }));
  const selection = useMemo(
    () => listSelection({ projectId, query, source, isPlain, grain, range }, opened.atMs),
    [projectId, query, source, isPlain, grain, range, opened.atMs],
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
    arriving: opening.arriving,
    pollIntervalMs: isLive && isOpenEnded && (query === "" ? POLL_INTERVAL_MS : FILTERED_POLL_INTERVAL_MS),
  });
  const isPainted = useHasPainted(!list.isStale && (list.last !== null || list.failure !== null));
  const { newestAt } = list;
  const isFollowing = isLive && isOpenEnded && newestAt !== null;
  const startedCount = useNewCount(connectionId, selection, newestAt, isFollowing && isPainted);
  const counts = useCallCounts(
    connectionId,
    selection,
    `${opened.generation} ${newestAt}`,
    // A query that cannot be asked has no count, which would look like that of one without matches.
    isPainted && compiled.problems.length === 0,
    isFollowing ? { newestAt, count: startedCount } : null,
  );
  const [shown, setShown] = useState<RowRange>({ first: 0, last: 40 });
  const isNewestFirst = sort.field === "started_at" && sort.direction === "desc";
  const canInsert = isFollowing && isNewestFirst && shown.first === 0 && !isHeld && !list.isStale;
  const inserted = useNewCalls({
    connectionId,
    projectId,
    selection: compiled,
    newestAt,
    count: startedCount,
    canInsert,
  });
  // The outside system is the service: more new calls than can be inserted are a list of their own.
  useEffect(() => {
    if (canInsert && startedCount > MAX_INSERTED_ROWS) setOpened(nextOpening(PAGE_SIZE));
  }, [canInsert, startedCount]);
  const onRangeChange = useCallback((first: number, last: number) => {
    setShown((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const hidden = useHiddenCalls();
  const loaded = useMemo(() => {
    const added = inserted.filter(({ id }) => !hidden.has(id));
    const ids = new Set(added.map(({ id }) => id));
    return added.length === 0 ? list.calls : [...added, ...list.calls.filter(({ id }) => !ids.has(id))];
  }, [inserted, list.calls, hidden]);
  const running = useRunningCalls(connectionId, projectId, loaded, isLive);
  const calls = useMemo(() => loaded.map((call) => running.get(call.id) ?? call), [loaded, running]);
  const onScreen = { connectionId, projectId, calls, range: shown, isEnabled: isPainted };
  const { previews, areSettled } = usePreviews(onScreen);
  const words = searchedText(query);
  const excerpts = useFoundExcerpts(onScreen, words);
  const values = usePathValues(onScreen, paths);
  const totals = useTraceTotals({ ...onScreen, isEnabled: isPainted && areSettled });
  const scores = useRowScores({ ...onScreen, isEnabled: isPainted && scoreFields.length > 0 });
  const contentKey = JSON.stringify([query, source, grain]);
  const common = useCommonScores({
    fields: scoreFields,
    calls,
    scores,
    contentKey: list.isStale || scoreFields.length === 0 ? null : contentKey,
  });
  const scale = useMemo(() => durationThresholds(calls), [calls]);
  const uncounted = useUncountedTwins(calls);
  const seenOps = useMemo(() => [...new Set(calls.map((call) => opLabel(call.op_name)))].sort(), [calls]);
  const nowMs = useNow();
  const rowAt = useCallback(
    (index: number): CallListRow | undefined => {
      const call = calls[index];
      const areRootsOnly = grain === "roots";
      const found = { words, excerpts };
      return (
        call && callListRow(call, { previews, found, values, totals, scores, scale, uncounted, areRootsOnly, nowMs })
      );
    },
    [calls, previews, words, excerpts, values, totals, scores, scale, uncounted, grain, nowMs],
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
  const newCount = Math.max(0, startedCount - inserted.length);
  return {
    list: { ...list, calls: loaded, newestAt: inserted[0]?.started_at ?? newestAt },
    isPainted,
    counts,
    newCount,
    startedCount,
    selection: compiled,
    problems: compiled.problems,
    seenOps,
    seenPaths,
    commonScores: common,
    numericPaths,
    shown,
    rowAt,
    onRangeChange,
    listKey: JSON.stringify([query, source, grain, sort, range]),
    contentKey,
    showNew: () => setOpened(nextOpening(refreshLimit(loaded.length, newCount))),
  };
}

/** A relative range is then measured from now. */
const nextOpening =
  (firstLimit: number) =>
  ({ generation }: OpenedList): OpenedList => ({ atMs: Date.now(), generation: generation + 1, firstLimit });
