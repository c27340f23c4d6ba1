"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef, useState } from "react";
import { preloadCallsChart } from "@/app/(dashboard)/[workspace]/overview/charts/calls-panel";
import { preloadLatencyChart } from "@/app/(dashboard)/[workspace]/overview/charts/latency-panel";
import { CountsView } from "@/app/(dashboard)/[workspace]/overview/counts/counts-view";
import { countedCalls } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { prefetchOverview, useOverview } from "@/app/(dashboard)/[workspace]/overview/question/use-overview";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { CallsFilterBar } from "@/components/calls/calls-filter-bar";
import { useFieldValues } from "@/components/calls/use-field-values";
import { useKeys } from "@/components/keyboard/use-keys";
import { scoreFiguresKey } from "@/components/score/figures/score-figures-key";
import { useRequestAhead } from "@/components/session/use-request-ahead";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { refusesSource } from "@/components/source/refuses-source";
import { InvalidFilter } from "@/components/state/invalid-filter";
import { namesSource, type SourceChoice } from "@/lib/calls/source-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { OverviewBody } from "./overview-body";
import { OverviewFoot } from "./overview-foot";
import { OverviewHead } from "./overview-head";
import { overviewParams, requestOf } from "./search-params";

/** Statistics of the calls of a workspace. */
export function OverviewView() {
  const [params] = useQueryStates(overviewParams);
  const { range } = useTimeRange();
  useRequestAhead(({ connectionId, projectId }, queries) => {
    prefetchOverview(queries, connectionId, requestOf(projectId, params, range));
  });
  return <WorkspaceGate>{(workspace) => <Overview key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Overview({ workspace }: { workspace: Workspace }) {
  const searchBox = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(overviewParams, { history: "push" });
  const { range } = useTimeRange();
  const { isLive } = useLive();
  const [isFiltering, setIsFiltering] = useState(false);
  const [typedField, setTypedField] = useState<string | null>(null);
  const { q, roots, playground, vs, by } = params;
  // Services of earlier versions do not know where calls come from.
  const [lacksSources, setLacksSources] = useState(false);
  const chosen = lacksSources ? "all" : params.source;
  const question = useMemo(
    () => requestOf(workspace.projectId, { q, roots, source: chosen, playground, vs, by }, range),
    [workspace.projectId, q, roots, chosen, playground, range, vs, by],
  );
  const figures = useOverview(workspace.connectionId, question, isLive);
  if (!lacksSources && refusesSource(figures.failure)) setLacksSources(true);
  const queries = useQueryClient();
  const refresh = () => {
    figures.refresh();
    void queries.invalidateQueries({ queryKey: scoreFiguresKey(workspace.connectionId) });
  };
  const overview = { ...figures, refresh };
  // The outside system is the network, which waits for the figures meanwhile.
  useEffect(() => {
    void preloadCallsChart();
    void preloadLatencyChart();
  }, []);
  const openFilter = () => {
    setIsFiltering(true);
    // The input must be drawn first.
    requestAnimationFrame(() => searchBox.current?.focus());
  };
  useKeys("overview", { f: openFilter, r: refresh });

  const fieldValues = useFieldValues({ workspace, query: q, areRootsOnly: roots, range, field: typedField });
  const seenOps = (overview.answer?.result.groups[1]?.values ?? []).flatMap(({ value }) => value ?? []);
  const isCounting = overview.failure?.kind === "unsupported";
  const source = {
    connectionId: workspace.connectionId,
    choice: question.source,
    onChange: (next: SourceChoice) => void setParams({ source: next, playground: null }),
    isByFilter: namesSource(q),
    callsNow: () => countedCalls({ ...question, source: "all" }, Date.now()),
  };
  return (
    <>
      <OverviewHead
        overview={overview}
        range={range}
        isCounting={isCounting}
        areRootsOnly={roots}
        onRootsChange={(next) => void setParams({ roots: next })}
        source={isCounting || lacksSources ? null : source}
        onFilter={openFilter}
        comparison={vs}
        onComparisonChange={(next) => void setParams({ vs: next })}
      />
      {isFiltering || q !== "" ? (
        <CallsFilterBar
          query={q}
          onQueryChange={(next) => void setParams({ q: next })}
          problems={overview.problems}
          seen={{ ops: seenOps, values: fieldValues }}
          onFieldTyped={setTypedField}
          inputRef={searchBox}
        />
      ) : null}
      {overview.problems.length > 0 ? (
        <InvalidFilter things="figures" problems={overview.problems} onClearFilters={() => void setParams({ q: "" })} />
      ) : isCounting ? (
        <CountsView
          workspace={workspace}
          question={question}
          compared={params.compare}
          onComparedChange={(compare) => void setParams({ compare: [...compare] })}
          onRetry={overview.refresh}
        />
      ) : (
        <OverviewBody
          workspace={workspace}
          overview={overview}
          question={question}
          isLive={isLive}
          sort={params.sort}
          opText={params.op}
          source={source}
          // Going back undoes a choice, not a letter.
          onParamsChange={(next) => void setParams(next, { history: "op" in next ? "replace" : "push" })}
        />
      )}
      <OverviewFoot overview={overview} isCounting={isCounting} isLive={isLive} />
    </>
  );
}
