"use client";

import { BadLinesNote, CutShortBand } from "@/components/state/cut-short-band";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import type { Trace } from "@/components/trace/prepare-tree";
import { TraceTree } from "@/components/trace/trace-tree";
import type { useCall } from "@/components/trace/use-call";
import { MOST_CALLS, type useTrace } from "@/components/trace/use-trace";
import { Callout } from "@/components/ui/callout";
import { Shuttle } from "@/components/ui/shuttle";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatCount } from "@/lib/format/count";

type TraceCallsProps = {
  opened: ReturnType<typeof useCall>;
  query: ReturnType<typeof useTrace>;
  trace: Trace;
  callId: string;
  selectedId: string;
  onSelect: (id: string) => void;
  onFold: (id: string, isFolded: boolean) => void;
};

/** The tree, or in its place what is the matter. */
export function TraceCalls({ opened, query, trace, callId, selectedId, onSelect, onFold }: TraceCallsProps) {
  return (
    <section aria-label="Calls" className="flex min-h-0 min-w-0 flex-col">
      {opened.isError ? (
        <FailureState failure={failureOf(opened.error)} onRetry={() => void opened.refetch()} />
      ) : opened.data?.call === null ? (
        <PaneState warp="no-match" title="There is no such call">
          It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
        </PaneState>
      ) : query.isError ? (
        <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          {query.data.calls.length >= MOST_CALLS ? (
            <Callout tone="warn" className="m-2">
              The trace has more than {formatCount(MOST_CALLS)} calls. The first {formatCount(MOST_CALLS)} by start are
              shown; counts and durations cover these.
            </Callout>
          ) : null}
          <TraceTree trace={trace} selectedId={selectedId} onSelect={onSelect} onFold={onFold} />
          <BadLinesNote summary={query.data.summary} />
          <CutShortBand
            summary={query.data.summary}
            shownCount={trace.callCount}
            totalCount={null}
            onResume={() => void query.refetch()}
            isResuming={query.isRefetching}
          />
        </>
      ) : (
        <Shuttle label="Calls are arriving" />
      )}
    </section>
  );
}
