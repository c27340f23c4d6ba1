"use client";

import { useQueryStates } from "nuqs";
import { useDeferredValue, useMemo, useRef } from "react";
import { useHiddenCalls } from "@/components/call/actions/deletions";
import { useContentSearch } from "@/components/calls/use-content-search";
import { useCriticalPath } from "@/components/trace/statistics/use-critical-path";
import { useTimeArea } from "@/components/trace/time/use-time-area";
import { useTimeView } from "@/components/trace/time/use-time-view";
import { useFolds } from "@/components/trace/tree/use-folds";
import type { TraceReading } from "@/components/trace/tree/use-trace";
import { idOf, shownEndMs, spanMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { spanBetween } from "@/lib/trace/time/time-area";
import { transcriptSteps } from "@/lib/trace/transcript/transcript-steps";
import { foldRuleText } from "@/lib/trace/tree/folds";
import { logRows } from "@/lib/trace/tree/log-rows";
import { withoutCalls } from "@/lib/trace/tree/shown-rows";
import { searchTrace } from "@/lib/trace/tree/trace-search";
import type { Workspace } from "@/lib/workspace/workspace";
import { traceParams } from "./search-params";
import { TraceFoot } from "./trace-foot";
import { TraceToolbar } from "./trace-toolbar";
import { TraceViewArea } from "./trace-view-area";
import { useTraceKeys } from "./use-trace-keys";
import { useTracePrefetch } from "./use-trace-prefetch";

type TraceBodyProps = {
  workspace: Workspace;
  reading: TraceReading;
  traceId: string | null;
  nowMs: number;
  selectedRow: number;
  onSelect: (id: string) => void;
  onNextError: () => void;
  onStop: () => void;
};

const { view: viewParam, q, fold, short, nodes, lanes, path } = traceParams;

const SHOWN = { view: viewParam, q, fold, short, nodes, lanes, path };

/** A search shows its matches, folded or not. */
const NONE_FOLDED = new Uint8Array();

/** The calls of a trace with the controls that change how they are shown: view, search, folds, time. */
export function TraceBody(props: TraceBodyProps) {
  const { workspace, reading, nowMs, selectedRow, onNextError } = props;
  const { skeleton } = reading;
  const search = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(SHOWN, { history: "replace" });
  const untilMs = spanMs(skeleton, nowMs);
  const time = useTimeView(skeleton, untilMs, params.short);
  const area = useTimeArea();
  const folds = useFolds(skeleton, params.fold, foldRuleText(params.fold), selectedRow);
  const text = useDeferredValue(params.q);
  const content = useContentSearch(workspace, useFilterOf(props.traceId), text);
  const searchResult = useMemo(
    () => searchTrace(skeleton, text, content.matches ?? []),
    [skeleton, text, content.matches],
  );
  const unfolded = searchResult?.visible ?? folds.visible;
  const hidden = useHiddenCalls();
  const visible = useMemo(() => withoutCalls(skeleton, unfolded, hidden), [skeleton, unfolded, hidden]);
  const isLog = params.view === "log";
  const isTranscript = params.view === "transcript";
  const found = searchResult?.matches ?? null;
  const matches = useMemo(
    () => (isTranscript && found ? stepsOf(skeleton, found) : found),
    [isTranscript, skeleton, found],
  );
  const logged = useMemo(() => (isLog ? logRows(skeleton, matches, hidden) : null), [isLog, skeleton, matches, hidden]);
  const rows = logged ?? visible.rows;
  const critical = useCriticalPath(skeleton, untilMs, params.path);
  const isOnCritical = critical?.isOn ?? null;
  const folded = searchResult ? NONE_FOLDED : folds.folded;
  const drawn = useMemo(
    () => ({ skeleton, visible, folded, untilMs, critical: isOnCritical }),
    [skeleton, visible, folded, untilMs, isOnCritical],
  );
  useTracePrefetch(workspace, skeleton, visible.rows, selectedRow);
  const select = (row: number) => props.onSelect(idOf(skeleton, row));
  const foldOver = (row: number, isFolded: boolean) => {
    // The selection is never hidden in a fold: it moves to the folded ancestor.
    if (isFolded && selectedRow > row && selectedRow < (skeleton.end[row] ?? 0)) select(row);
    folds.fold(row, isFolded);
  };
  const toggleArea = () => {
    if (area.span) return area.clear();
    const { startMs } = skeleton;
    const [fromMs, toMs] = [
      startMs[selectedRow] ?? 0,
      selectedRow < 0 ? 0 : shownEndMs(skeleton, selectedRow, untilMs),
    ];
    area.select(toMs > fromMs ? { fromMs, toMs } : spanBetween(time.window, 0, 1));
  };
  useTraceKeys({
    skeleton,
    viewName: params.view,
    rows,
    folds: { ...folds, fold: foldOver },
    view: time,
    untilMs,
    selectedRow,
    listHref: `/${workspace.slug}/traces`,
    onSelect: select,
    onNextError,
    onSearch: () => search.current?.focus(),
    onClearSearch: params.q === "" ? null : () => void setParams({ q: null }),
    onToggleArea: toggleArea,
    onClearArea: area.span ? area.clear : null,
  });
  return (
    <>
      <TraceToolbar
        skeleton={skeleton}
        params={params}
        setParams={(change) => void setParams(change)}
        searchRef={search}
        matches={matches}
        isSearchBehind={text !== params.q}
        content={content}
        selectedRow={selectedRow}
        onSelect={select}
        onNextError={onNextError}
        hasArea={area.span !== null}
        onToggleArea={toggleArea}
      />
      <TraceViewArea
        workspace={workspace}
        traceId={props.traceId}
        viewName={params.view}
        lanes={params.lanes}
        nodes={params.nodes}
        hidden={hidden}
        drawn={drawn}
        logged={logged}
        time={time}
        area={area}
        matches={matches}
        searchText={text}
        content={content}
        onClearSearch={() => void setParams({ q: null })}
        selectedRow={selectedRow}
        onSelect={select}
        onFold={foldOver}
      />
      <TraceFoot
        reading={reading}
        viewName={params.view}
        shownCount={rows.length}
        isSearching={searchResult !== null}
        isZoomed={time.isZoomed}
        onStop={props.onStop}
      />
    </>
  );
}

/** The rows of a search that the transcript shows. */
function stepsOf(skeleton: TraceSkeleton, rows: Int32Array): Int32Array {
  const shown = new Set(transcriptSteps(skeleton).rows);
  return rows.filter((row) => shown.has(row));
}

/** Null until the trace is known. */
function useFilterOf(traceId: string | null) {
  return useMemo(() => (traceId === null ? null : { trace_ids: [traceId] }), [traceId]);
}
