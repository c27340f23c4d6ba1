"use client";

import { useQueryStates } from "nuqs";
import { useNow } from "@/components/browser/use-now";
import { callQuery, useCall } from "@/components/call/use-call";
import { CompareWith } from "@/components/compare/compare-with";
import { useRequestAhead } from "@/components/session/use-request-ahead";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { ShareButton } from "@/components/share/share-button";
import { useTrace } from "@/components/trace/tree/use-trace";
import { TrainedIn } from "@/components/training/trajectories/trained-in";
import { runCallsHref, threadHref } from "@/lib/address/thread-href";
import { callKind, callName } from "@/lib/calls/call-facts";
import { classNames } from "@/lib/style/class-names";
import { startSkeletonWorker } from "@/lib/trace/skeleton/read-skeleton-in-worker";
import { idOf, kindOf, nameOf, rowOfId } from "@/lib/trace/skeleton/trace-skeleton";
import { nextErrorRow } from "@/lib/trace/tree/neighbour-calls";
import type { Workspace } from "@/lib/workspace/workspace";
import { AdjacentTraceLinks } from "./adjacent-trace-links";
import { traceParams } from "./search-params";
import { TraceCalls } from "./trace-calls";
import { TraceDetails } from "./trace-details";
import { TraceFacts } from "./trace-facts";
import { TraceHead } from "./trace-head";

/** One trace as a page: its calls in the chosen view, and the details of the selected call. */
export function TraceView({ callId }: { callId: string }) {
  useRequestAhead(({ connectionId, projectId }, queries) => {
    void queries.prefetchQuery(callQuery(connectionId, projectId, callId));
    startSkeletonWorker();
  });
  return <WorkspaceGate>{(workspace) => <Trace key={callId} workspace={workspace} callId={callId} />}</WorkspaceGate>;
}

/** Nothing on the page depends on the current time once a trace has ended. */
const SLOW_CLOCK_INTERVAL_MS = 3_600_000;

function Trace({ workspace, callId }: { workspace: Workspace; callId: string }) {
  const { connectionId, projectId, slug } = workspace;
  const [params, setParams] = useQueryStates({ sel: traceParams.sel }, { history: "replace" });
  const opened = useCall(connectionId, projectId, callId);
  const call = opened.data?.call ?? null;
  const query = useTrace(connectionId, projectId, callId, call?.trace_id ?? null);
  const skeleton = query.data?.skeleton ?? null;
  const nowMs = useNow(skeleton && skeleton.runningCount > 0 ? 1000 : SLOW_CLOCK_INTERVAL_MS);
  const selectedId = params.sel ?? callId;
  const selectedRow = skeleton ? rowOfId(skeleton, selectedId) : -1;
  const select = (id: string) => void setParams({ sel: id === callId ? null : id });
  const nextError = () => {
    if (!skeleton) return;
    const row = nextErrorRow(skeleton, selectedRow);
    if (row >= 0) select(idOf(skeleton, row));
  };
  const isGone = opened.data?.call === null;
  const hasRoot = skeleton !== null && skeleton.count > 0;
  return (
    <>
      <TraceHead
        listHref={`/${slug}/traces`}
        name={hasRoot ? nameOf(skeleton, 0) : call ? callName(call) : "Trace"}
        kind={hasRoot ? kindOf(skeleton, 0) : call ? callKind(call) : null}
        errorCount={skeleton?.errorCount ?? 0}
        callCount={skeleton?.count ?? 0}
        call={call}
        address={{ connectionId, projectId, callId }}
        onNextError={nextError}
      >
        {call ? <TrainedIn workspace={workspace} kind="trace" id={call.trace_id} /> : null}
        {call ? <CompareWith workspace={workspace} call={call} /> : null}
        {call ? (
          <ShareButton
            workspace={workspace}
            kind="trace"
            targetId={call.trace_id}
            title={hasRoot ? nameOf(skeleton, 0) : callName(call)}
          />
        ) : null}
        {hasRoot ? (
          <AdjacentTraceLinks workspace={workspace} startedMs={skeleton.originMs + (skeleton.startMs[0] ?? 0)} />
        ) : null}
      </TraceHead>
      {hasRoot ? (
        <TraceFacts
          skeleton={skeleton}
          nowMs={nowMs}
          threadHref={(threadId) => threadHref(slug, threadId)}
          runHref={(runId) => runCallsHref(slug, runId)}
        />
      ) : null}
      <div
        className={classNames(
          "grid min-h-0 flex-1",
          !isGone && "grid-cols-[minmax(0,1fr)_auto] max-lg:grid-cols-1 max-lg:grid-rows-[minmax(0,1fr)_minmax(0,1fr)]",
        )}
      >
        <TraceCalls
          workspace={workspace}
          opened={opened}
          query={query}
          nowMs={nowMs}
          callId={callId}
          selectedRow={selectedRow}
          onSelect={select}
          onNextError={nextError}
        />
        {isGone ? null : <TraceDetails workspace={workspace} callId={selectedId} />}
      </div>
    </>
  );
}
