"use client";

import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef, useState } from "react";
import { BulkPanels, preloadSelectionBar } from "@/app/(dashboard)/[workspace]/traces/bulk/bulk-panels";
import { useBulk } from "@/app/(dashboard)/[workspace]/traces/bulk/use-bulk";
import { usePathColumns } from "@/app/(dashboard)/[workspace]/traces/columns/use-path-columns";
import { FacetToggle, facetChoices } from "@/app/(dashboard)/[workspace]/traces/filter/facet-toggle";
import { TracesFilterBar } from "@/app/(dashboard)/[workspace]/traces/filter/traces-filter-bar";
import { HistogramStrip } from "@/app/(dashboard)/[workspace]/traces/histogram/histogram-strip";
import type { ListOpening } from "@/app/(dashboard)/[workspace]/traces/list/list-opening";
import type { Grain } from "@/app/(dashboard)/[workspace]/traces/list/listing";
import { isEmptyProject } from "@/app/(dashboard)/[workspace]/traces/list/prepare-empty-project";
import { TracesList } from "@/app/(dashboard)/[workspace]/traces/list/traces-list";
import { useListing } from "@/app/(dashboard)/[workspace]/traces/list/use-listing";
import { useRowMoves } from "@/app/(dashboard)/[workspace]/traces/list/use-row-moves";
import { usePeekPrefetch } from "@/app/(dashboard)/[workspace]/traces/peek/use-peek-prefetch";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { usePersonalChoice } from "@/components/browser/use-personal-choice";
import { failedOnly } from "@/components/calls/failures/prepare-failures";
import { openedLater } from "@/components/dialog/opened-later";
import { useProjectScores } from "@/components/score/use-project-scores";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { densities } from "@/components/table/columns-popover";
import { useCopyIds } from "@/components/table/use-copy-ids";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { pathsOf } from "@/lib/calls/path-columns";
import { fieldValueOf, onlyValue, withoutValue } from "@/lib/filter/query-edit";
import { searchedText } from "@/lib/filter/searched-text";
import type { Workspace } from "@/lib/workspace/workspace";
import { MoreMenu } from "./more-menu";
import { RowsSwitch } from "./rows-switch";
import { tracesParams } from "./search-params";
import { TracesFoot } from "./traces-foot";
import { TracesHead } from "./traces-head";
import { tracesSource } from "./traces-source";
import { useColumnArrangement } from "./use-column-arrangement";
import { useFirstCalls } from "./use-first-calls";
import { useFirstStart } from "./use-first-start";
import { useTracesKeys } from "./use-traces-keys";

const FailuresPane = partLoadedLater(
  async () => (await import("@/components/calls/failures/failures-pane")).FailuresPane,
);
const WorkspaceStart = partLoadedLater(async () => (await import("@/components/start/workspace-start")).WorkspaceStart);

const FacetColumn = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/traces/filter/facet-column")).FacetColumn,
  <div className="w-[208px] flex-none border-r border-line max-md:hidden" />,
);

const FacetsSheet = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/traces/filter/facets-sheet")).FacetsSheet,
);

const CallPeek = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/traces/peek/call-peek")).CallPeek,
);

/** The traces of a workspace. */
export function TracesView() {
  const opening = useFirstCalls();
  return (
    <WorkspaceGate>
      {(workspace) => <Traces key={workspace.id} workspace={workspace} opening={opening} />}
    </WorkspaceGate>
  );
}

function Traces({ workspace, opening }: { workspace: Workspace; opening: ListOpening }) {
  const copyIds = useCopyIds();
  const isPhone = useIsPhone();
  const searchBox = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(tracesParams, { history: "push" });
  const { range, setRange } = useTimeRange();
  const { isLive } = useLive();
  const [density, setDensity] = usePersonalChoice("heddle-density", densities, "32");
  const [facets, setFacets] = usePersonalChoice("heddle-facets", facetChoices, "closed");
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const toggleFacets = () => setFacets(facets === "open" ? "closed" : "open");
  const { scores } = useProjectScores(workspace);
  const scoreFields = useMemo(() => scores.map(({ field }) => field), [scores]);
  const paths = useMemo(() => pathsOf(params.cols), [params.cols]);
  const [isHeld, setIsHeld] = useState(false);
  const areFailuresShown = params.view !== null;
  // Failures are inside traces, too.
  const areRootsOnly = params.grain === "roots" && !areFailuresShown;
  const countedQuery = areFailuresShown ? failedOnly(params.q) : params.q;
  const source = tracesSource(
    workspace,
    params,
    { query: countedQuery, areRootsOnly, range },
    (next) => void setParams(next),
  );
  const listing = useListing({
    ...params,
    query: params.q,
    source: source.applied,
    workspace,
    range,
    isLive,
    isHeld,
    paths,
    scoreFields,
    opening,
  });
  const { arrangement, arrange, shown, ofScores } = useColumnArrangement(scores, listing.commonScores);
  const columns = usePathColumns(paths, listing.numericPaths, ofScores);
  const moves = useRowMoves(
    { calls: listing.list.calls, listKey: listing.listKey },
    params.peek,
    (peek) => void setParams({ peek }, { history: "replace" }),
  );
  const holdsRows = params.peek !== null || moves.selection.selected.size > 0;
  if (holdsRows !== isHeld) setIsHeld(holdsRows);
  usePeekPrefetch(workspace, listing.list.calls, params.peek);
  const bulk = useBulk(workspace, listing, moves);
  const start = useFirstStart(isEmptyProject(listing, params.q, range, source.applied), listing.list.calls.length > 0);
  // The outside system is the network: what a press opens loads once the rows are shown.
  useEffect(() => {
    if (!listing.isPainted) return;
    void CallPeek.preload();
    void FacetColumn.preload();
    void preloadSelectionBar();
  }, [listing.isPainted]);
  useTracesKeys({ workspace, moves, bulk, copyIds, searchBox, onValues: toggleFacets });

  if (start.isShown) {
    const onArrived = () => {
      start.arrive();
      listing.showNew();
    };
    return <WorkspaceStart workspace={workspace} onArrived={onArrived} onSkip={start.skip} />;
  }
  const peeked = params.peek;
  const facetProps = {
    workspace,
    query: params.q,
    source: source.applied,
    onQueryChange: (q: string) => void setParams({ q }),
    areRootsOnly,
    scores,
    paths: params.facets,
    onPathsChange: (paths: string[]) => void setParams({ facets: paths }),
    isEnabled: listing.isPainted,
  };
  const rowsSwitch = {
    counts: listing.counts,
    grain: params.grain,
    areFailuresShown,
    onScopeChange: (next: Grain | "failures") =>
      void setParams(next === "failures" ? { view: next } : { grain: next, view: null }),
  };
  return (
    <>
      <TracesHead
        more={<MoreMenu importHref={`/${workspace.slug}/import`} onLog={bulk.logCall} refusal={bulk.refusal} />}
        onExport={bulk.exportMatching}
        source={source.choice}
        {...rowsSwitch}
        counts={listing.counts}
        newCount={listing.newCount}
        onShowNew={listing.showNew}
        columns={columns}
        observedPaths={listing.seenPaths}
        arrangement={arrangement}
        onArrange={arrange}
        density={density}
        onDensityChange={setDensity}
      />
      {isPhone ? (
        <div className="flex flex-none items-center gap-2 px-3 pb-2">
          <RowsSwitch {...rowsSwitch} className="min-w-0" />
          <Button size="small" className="ml-auto" onClick={() => setIsSheetOpen(true)}>
            Facets
          </Button>
        </div>
      ) : null}
      <TracesFilterBar
        workspace={workspace}
        areRootsOnly={areRootsOnly}
        source={source.applied}
        range={range}
        query={params.q}
        onQueryChange={(q) => void setParams({ q })}
        problems={listing.problems}
        observedOps={listing.seenOps}
        observedPaths={listing.seenPaths}
        scores={scores}
        inputRef={searchBox}
        leading={<FacetToggle isOpen={facets === "open"} onToggle={toggleFacets} />}
      />
      {listing.problems.length > 0 ? null : (
        <HistogramStrip
          workspace={workspace}
          query={countedQuery}
          source={source.applied}
          areRootsOnly={areRootsOnly}
          isPhone={isPhone}
          isEnabled={listing.isPainted}
          startedCount={listing.startedCount}
        />
      )}
      <div className="flex min-h-0 flex-1">
        {facets === "open" && !isPhone ? <FacetColumn {...facetProps} /> : null}
        {isSheetOpen && isPhone ? <FacetsSheet {...facetProps} onClose={() => setIsSheetOpen(false)} /> : null}
        <div className="flex min-w-0 flex-1 flex-col">
          {areFailuresShown ? (
            <FailuresPane
              workspace={workspace}
              query={params.q}
              source={source.choice}
              range={range}
              onShowCalls={(q) => void setParams({ q, grain: "all", view: null })}
              onClearFilters={source.clearFilters}
              onAllTime={() => setRange({ t: "all", from: null, to: null })}
            />
          ) : (
            <TracesList
              workspace={workspace}
              listing={listing}
              cursor={moves}
              chosen={moves}
              isPhone={isPhone}
              rowHeightPx={Number(density)}
              sort={params.sort}
              onSort={(sort) => void setParams({ sort })}
              columns={columns}
              arrangement={arrangement}
              onArrange={arrange}
              query={params.q}
              problems={listing.problems}
              source={source.choice}
              range={range}
              isLive={isLive}
              onFilter={(term, isNegated) => void setParams({ q: filtered(params.q, term, isNegated) })}
              onClearFilters={source.clearFilters}
              onShowStart={start.show}
              onAllTime={() => setRange({ t: "all", from: null, to: null })}
            />
          )}
        </div>
      </div>
      <BulkPanels
        workspace={workspace}
        bulk={bulk}
        matchingCount={listing.counts.matching}
        observedPaths={listing.seenPaths}
        sort={params.sort}
        shown={shown}
        paths={paths}
        onCopyIds={() => copyIds(bulk.ids)}
        onLogged={(id) => {
          bulk.close();
          listing.showNew();
          moves.openPeek(id);
        }}
      />
      {areFailuresShown ? null : <TracesFoot listing={listing} />}
      {peeked === null ? null : (
        <CallPeek
          workspace={workspace}
          callId={peeked}
          row={listing.rowAt(moves.indexOf(peeked))}
          projectScores={scores}
          words={searchedText(params.q)}
          tab={params.tab}
          onTabChange={(tab) => void setParams({ tab }, { history: "replace" })}
          onStep={(by) => moves.step(by, false)}
          onClose={() => void setParams({ peek: null })}
        />
      )}
    </>
  );
}

/** Returns the query with only the value of a term, or without it. */
function filtered(query: string, term: string, isNegated: boolean): string {
  const value = fieldValueOf(term);
  if (value === null) return query;
  return isNegated ? withoutValue(query, value) : onlyValue(query, value);
}
