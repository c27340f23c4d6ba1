"use client";

import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useMemo, useRef } from "react";
import { fieldValueOf, onlyValue, withoutValue } from "@/components/filter/query-edit";
import { useIsPhone } from "@/components/layout/use-is-phone";
import { useLive } from "@/components/layout/use-live";
import { usePersonalChoice } from "@/components/layout/use-personal-choice";
import { useTimeRange } from "@/components/layout/use-time-range";
import type { Workspace } from "@/components/layout/use-workspace";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { WorkspaceStart } from "../../_start/workspace-start";
import { CallPeek } from "./call-peek";
import { densities } from "./columns-popover";
import { FacetColumn } from "./facet-column";
import { FacetToggle, facetChoices } from "./facet-toggle";
import { CallsFilterBar } from "./filter-bar";
import { HistogramStrip } from "./histogram-strip";
import { pathColumn } from "./path-columns";
import { isEmptyProject } from "./prepare-empty";
import { tracesParams } from "./search-params";
import { SelectionBar } from "./selection-bar";
import { tracesColumns } from "./traces-columns";
import { TracesFoot } from "./traces-foot";
import { TracesHead } from "./traces-head";
import { TracesList } from "./traces-list";
import { useArrangement } from "./use-arrangement";
import { useCopyIds } from "./use-copy-ids";
import { useFirstStart } from "./use-first-start";
import { useListKeys } from "./use-list-keys";
import { useListing } from "./use-listing";
import { usePeekPrefetch } from "./use-peek-prefetch";
import { useRowMoves } from "./use-row-moves";

/** The traces of a workspace. */
export function TracesView() {
  return <WorkspaceGate>{(workspace) => <Traces key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Traces({ workspace }: { workspace: Workspace }) {
  const router = useRouter();
  const copyIds = useCopyIds();
  const isPhone = useIsPhone();
  const searchBox = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(tracesParams, { history: "push" });
  const { range, setRange } = useTimeRange();
  const { isLive } = useLive();
  const [density, setDensity] = usePersonalChoice("heddle-density", densities, "32");
  const [facets, setFacets] = usePersonalChoice("heddle-facets", facetChoices, "closed");
  const toggleFacets = () => setFacets(facets === "open" ? "closed" : "open");
  const { arrangement, arrange, paths } = useArrangement();
  const listing = useListing({ ...params, query: params.q, workspace, range, isLive, paths });
  const { numericPaths } = listing;
  const columns = useMemo(
    () => [...tracesColumns, ...paths.map((path) => pathColumn(path, numericPaths.has(path)))],
    [paths, numericPaths],
  );
  const moves = useRowMoves(
    listing.list.calls,
    params.peek,
    (peek) => void setParams({ peek }, { history: "replace" }),
  );

  usePeekPrefetch(workspace, listing.list.calls, params.peek);

  const isEmpty = isEmptyProject(listing, params.q, range);
  const start = useFirstStart(isEmpty, listing.list.calls.length > 0);

  const hrefOf = (id: string) => `/${workspace.slug}/traces/${encodeURIComponent(id)}`;
  useListKeys({
    onStep: moves.step,
    onOpen: (isNewTab) => {
      if (moves.cursorId === null) return;
      if (isNewTab) window.open(hrefOf(moves.cursorId), "_blank", "noopener");
      else router.push(hrefOf(moves.cursorId));
    },
    onPeek: moves.togglePeek,
    onSelect: () => moves.cursorId !== null && moves.selection.toggle(moves.cursorId, false),
    onCopyId: () =>
      copyIds(moves.selection.selected.size > 0 ? [...moves.selection.selected] : [moves.cursorId ?? []].flat()),
    onEscape: moves.escape,
    onValues: toggleFacets,
    onSearch: () => searchBox.current?.focus(),
    onFilter: () => document.querySelector<HTMLElement>("[data-add-filter]")?.click(),
  });

  if (start.isShown) {
    const onArrived = () => {
      start.arrive();
      listing.showNew();
    };
    return <WorkspaceStart workspace={workspace} onArrived={onArrived} onSkip={start.skip} />;
  }
  const peeked = params.peek;
  const selectedRows = moves.selectedIndexes.flatMap((index) => listing.rowAt(index) ?? []);
  return (
    <>
      <TracesHead
        importHref={`/${workspace.slug}/import`}
        counts={listing.counts}
        grain={params.grain}
        onGrainChange={(grain) => void setParams({ grain })}
        newCount={listing.newCount}
        onShowNew={listing.showNew}
        columns={columns}
        seenPaths={listing.seenPaths}
        arrangement={arrangement}
        onArrange={arrange}
        density={density}
        onDensityChange={setDensity}
      />
      <CallsFilterBar
        query={params.q}
        onQueryChange={(q) => void setParams({ q })}
        problems={listing.problems}
        seenOps={listing.seenOps}
        inputRef={searchBox}
        leading={<FacetToggle isOpen={facets === "open"} onToggle={toggleFacets} />}
      />
      <HistogramStrip
        workspace={workspace}
        query={params.q}
        areRootsOnly={params.grain === "roots"}
        isPhone={isPhone}
      />
      <div className="flex min-h-0 flex-1">
        {facets === "open" ? <FacetColumn workspace={workspace} /> : null}
        <div className="flex min-w-0 flex-1 flex-col">
          <TracesList
            workspace={workspace}
            listing={listing}
            moves={moves}
            isPhone={isPhone}
            rowHeight={Number(density)}
            sort={params.sort}
            onSort={(sort) => void setParams({ sort })}
            columns={columns}
            arrangement={arrangement}
            onArrange={arrange}
            query={params.q}
            range={range}
            isLive={isLive}
            onFilter={(term, isNegated) => void setParams({ q: filtered(params.q, term, isNegated) })}
            onClearFilters={() => void setParams({ q: "" })}
            onShowStart={start.show}
            onAllTime={() => setRange({ t: "all", from: null, to: null })}
          />
        </div>
      </div>
      {selectedRows.length > 0 ? (
        <SelectionBar
          rows={selectedRows}
          onCopyIds={() => copyIds([...moves.selection.selected])}
          onClear={moves.selection.clear}
        />
      ) : null}
      <TracesFoot listing={listing} />
      {peeked === null ? null : (
        <CallPeek
          workspace={workspace}
          callId={peeked}
          row={listing.rowAt(moves.indexOf(peeked))}
          tab={params.tab}
          onTabChange={(tab) => void setParams({ tab }, { history: "replace" })}
          onStep={(by) => moves.step(by, false)}
          onClose={() => void setParams({ peek: null })}
        />
      )}
    </>
  );
}

/** The query with only the value of a term, or without it. */
function filtered(query: string, term: string, isNegated: boolean): string {
  const value = fieldValueOf(term);
  if (value === null) return query;
  return isNegated ? withoutValue(query, value) : onlyValue(query, value);
}
