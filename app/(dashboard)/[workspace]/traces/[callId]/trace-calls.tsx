"use client";

import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { StreamNotices } from "@/components/state/stream-notices";
import type { TraceReading } from "@/components/trace/tree/use-trace";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import { formatCount } from "@/lib/format/count";
import { MAX_CALLS } from "@/lib/trace/skeleton/max-calls";
import type { Workspace } from "@/lib/workspace/workspace";
import { TraceBody } from "./trace-body";

/** The call that the page was opened with. */
interface OpenedCall {
  /** Its call is null when the service has no call with the id. */
  readonly data: { readonly call: Call | null } | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The calls of its trace, as they arrive. */
interface TraceQuery {
  readonly data: TraceReading | undefined;
  readonly isError: boolean;
  readonly isRefetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly stop: () => void;
}

type TraceCallsProps = {
  workspace: Workspace;
  opened: OpenedCall;
  query: TraceQuery;
  nowMs: number;
  callId: string;
  selectedRow: number;
  onSelect: (id: string) => void;
  onNextError: () => void;
};

/** The calls in the chosen view, or the reason why there are none. */
export function TraceCalls(props: TraceCallsProps) {
  return (
    <section aria-label="Calls" className="flex min-h-0 min-w-0 flex-col">
      <Calls {...props} />
    </section>
  );
}

function Calls({ workspace, opened, query, nowMs, callId, selectedRow, onSelect, onNextError }: TraceCallsProps) {
  if (opened.isError) {
    return <FailureState failure={failureOf(opened.error)} onRetry={() => void opened.refetch()} />;
  }
  if (opened.data?.call === null) {
    return (
      <PaneState kind="no-match" title="Call not found">
        It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
      </PaneState>
    );
  }
  if (!query.data) {
    return query.isError ? (
      <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <ProgressBar label="Loading calls" />
    );
  }
  const { skeleton, summary } = query.data;
  return (
    <>
      {skeleton.count >= MAX_CALLS ? (
        <Callout tone="warn" className="m-2">
          The trace has more than {formatCount(MAX_CALLS)} calls. The first {formatCount(MAX_CALLS)} by start time are
          shown; counts and durations cover only these.
        </Callout>
      ) : null}
      {query.isError ? (
        <Callout tone="err" className="m-2">
          Could not load new calls: {failureOf(query.error).message} Loaded calls are kept.
        </Callout>
      ) : null}
      <TraceBody
        workspace={workspace}
        reading={query.data}
        traceId={opened.data?.call?.trace_id ?? null}
        nowMs={nowMs}
        selectedRow={selectedRow}
        onSelect={onSelect}
        onNextError={onNextError}
        onStop={query.stop}
      />
      {summary ? (
        <StreamNotices
          summary={summary}
          shownCount={skeleton.count}
          totalCount={null}
          onResume={() => void query.refetch()}
          isResuming={query.isRefetching}
        />
      ) : null}
    </>
  );
}
