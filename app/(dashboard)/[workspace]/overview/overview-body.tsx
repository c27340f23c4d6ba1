"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { ChartsRow } from "@/app/(dashboard)/[workspace]/overview/charts/charts-row";
import { CostPanel } from "@/app/(dashboard)/[workspace]/overview/charts/cost-panel";
import { StoragePanel } from "@/app/(dashboard)/[workspace]/overview/charts/storage-panel";
import { FiguresStrip } from "@/app/(dashboard)/[workspace]/overview/figures/figures-strip";
import { OpsPanel } from "@/app/(dashboard)/[workspace]/overview/ops/ops-panel";
import {
  countedQuery,
  type OverviewRequest,
} from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { type RefreshedAnswer, useWiderCounts } from "@/app/(dashboard)/[workspace]/overview/question/use-overview";
import { OverviewScores } from "@/app/(dashboard)/[workspace]/overview/scores/overview-scores";
import { useTimeRange } from "@/components/address/use-time-range";
import { NoCallsMatch, NoTraces } from "@/components/calls/calls-states";
import { NoCallsOfSource } from "@/components/source/no-calls-of-source";
import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import { FailureState } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { linkedSource, type TracesScope } from "@/lib/address/traces-href";
import { groupingOf } from "@/lib/calls/grouping";
import { parseQuery } from "@/lib/filter/query-text";
import { resolveTimeRange, timeRangeName } from "@/lib/filter/time-range";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import { OverviewSkeleton } from "./overview-skeleton";
import { StaleNote } from "./stale-data-note";

type OverviewBodyProps = {
  workspace: Workspace;
  overview: RefreshedAnswer;
  question: OverviewRequest;
  isLive: boolean;
  sort: Sort;
  opText: string;
  source: SourceSwitchProps;
  onParamsChange: (params: { by?: string; sort?: Sort; op?: string; q?: string; roots?: boolean }) => void;
};

/** The figures and charts, or the reason why there are none. */
export function OverviewBody(props: OverviewBodyProps) {
  const { workspace, overview, question, onParamsChange } = props;
  const { answer, failure } = overview;
  const { query, source, areRootsOnly, range } = question;
  const place = useMemo(
    (): TracesScope => ({ slug: workspace.slug, ...linkedSource(workspace, query, source), areRootsOnly, range }),
    [workspace, query, source, areRootsOnly, range],
  );
  if (answer === null && failure) return <FailureState failure={failure} onRetry={overview.refresh} />;
  if (answer === null) return <OverviewSkeleton />;
  // The figures on screen belong to a request other than the one that failed.
  if (failure && overview.isStale) return <FailureState failure={failure} onRetry={overview.refresh} />;
  const { result } = answer;
  if (result.totals.call_count === 0 && !overview.isStale) return <NoCalls {...props} />;
  return (
    <>
      <div className="relative h-0">
        {overview.isStale ? (
          <ProgressBar label="Loading statistics" className="absolute inset-x-0 top-0 z-[3]" />
        ) : null}
      </div>
      {failure ? <StaleNote failure={failure} requestedAtMs={answer.requestedAtMs} onRetry={overview.refresh} /> : null}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <FiguresStrip result={result} scope={place} />
        <ChartsRow result={result} scope={place} workspace={workspace} onGroupChange={(by) => onParamsChange({ by })} />
        <div className="grid min-h-[300px] flex-1 grid-cols-[minmax(0,1fr)_286px_286px] max-lg:flex-none max-lg:grid-cols-2 max-md:grid-cols-[minmax(0,1fr)]">
          <OpsPanel
            workspace={workspace}
            group={result.groups[3] ?? result.groups[1]}
            grouping={groupingOf(result.groups[3]?.by)}
            scope={place}
            sort={props.sort}
            onSortChange={(sort) => onParamsChange({ sort })}
            text={props.opText}
            onTextChange={(op) => onParamsChange({ op })}
          />
          <CostPanel workspace={workspace} group={result.groups[2]} totals={result.totals} scope={place} />
          <StoragePanel group={result.groups[1]} totals={result.totals} scope={place} />
        </div>
        {/* Last, because it comes later than the figures, which it must not move. */}
        <OverviewScores
          workspace={workspace}
          question={question}
          scope={place}
          isLive={props.isLive}
          bucketSeconds={result.bucket_seconds}
        />
      </div>
    </>
  );
}

/** No calls: nothing is stored yet, or nothing matches. */
function NoCalls(props: OverviewBodyProps) {
  const { question, source } = props;
  if (question.source === "all" || source.isByFilter) return <NoCallsAtAll {...props} />;
  const { connectionId, choice, callsNow, onChange } = source;
  return (
    <NoCallsOfSource
      key={JSON.stringify(question)}
      {...{ connectionId, choice, callsNow, onChange }}
      loading={<OverviewSkeleton />}
    >
      <NoCallsAtAll {...props} />
    </NoCallsOfSource>
  );
}

/** No calls of any source. */
function NoCallsAtAll({ workspace, question, isLive, onParamsChange }: OverviewBodyProps) {
  const router = useRouter();
  const { range, setRange } = useTimeRange();
  const isWholeTime = range.kind === "all";
  // The counts are loaded once: only whether there are any calls matters.
  const span = useMemo(() => resolveTimeRange(range, Date.now()), [range]);
  const ownCount = parseQuery(question.query).terms.length + (question.areRootsOnly ? 1 : 0);
  const withoutFilters = ownCount > 0 ? countedQuery({ ...question, query: "" }) : "";
  const { unfiltered, allTime, hasFailed } = useWiderCounts(workspace.connectionId, question.projectId, {
    ...span,
    query: withoutFilters,
  });
  const isLoading = !hasFailed && (unfiltered === null || allTime === null);
  if (ownCount === 0 && isLoading) return <OverviewSkeleton />;
  if (ownCount === 0 && allTime === 0) {
    const onShowStart = () => router.push(`/${workspace.slug}/traces`);
    return <NoTraces workspace={workspace} isListening={isLive} onShowStart={onShowStart} />;
  }
  return (
    <NoCallsMatch
      filterCount={ownCount}
      rangeName={timeRangeName(range, Date.now())}
      isFullTimeRange={isWholeTime}
      unfiltered={unfiltered}
      onClearFilters={() => onParamsChange({ q: "", roots: false })}
      onAllTime={() => setRange({ t: "all", from: null, to: null })}
    />
  );
}
