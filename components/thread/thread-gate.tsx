import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { StreamNotices } from "@/components/state/stream-notices";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { ConversationUnsupported } from "./thread-pane-states";
import { MAX_CALLS } from "./use-thread-calls";
import type { OpenedThread } from "./use-thread-turns";

type ThreadGateProps = {
  workspace: Workspace;
  threadId: string;
  /** The row of the list; absent when the thread is not loaded. */
  thread: Thread | undefined;
  opened: OpenedThread;
  /** The thread's properties; notices about missing calls follow them. */
  facts: ReactNode;
  children: ReactNode;
};

/** Shows an opened thread with notices about missing calls, or why it could not be loaded. */
export function ThreadGate({ workspace, threadId, thread, opened, facts, children }: ThreadGateProps) {
  const { query, calls, turns } = opened;
  if (query.isPending) return <ConversationSkeleton />;
  if (query.isError) {
    const failure = failureOf(query.error);
    if (failure.kind === "unsupported") return <ConversationUnsupported workspace={workspace} thread={thread} />;
    return <FailureState failure={failure} onRetry={() => void query.refetch()} isRetrying={query.isRefetching} />;
  }
  const { summary } = query.data;
  const isWhole = summary.end.kind === "complete" && summary.badLines.length === 0;
  if (turns.length === 0 && isWhole) {
    return (
      <PaneState kind="no-match" title="Thread not found">
        Its turns were deleted, or <span className="text-code">{threadId}</span> belongs to another project.
      </PaneState>
    );
  }
  return (
    <>
      {facts}
      <StreamNotices
        summary={summary}
        shownCount={calls.length}
        totalCount={null}
        onResume={() => void query.refetch()}
        isResuming={query.isRefetching}
      />
      {calls.length >= MAX_CALLS ? (
        <Callout tone="warn">Only the first {formatCount(MAX_CALLS)} calls of the thread are shown.</Callout>
      ) : null}
      {children}
    </>
  );
}

function ConversationSkeleton() {
  return (
    <div role="status" aria-label="Loading conversation" className="grid gap-4 p-4">
      {["w-72", "w-full", "w-56", "w-64", "w-48"].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
