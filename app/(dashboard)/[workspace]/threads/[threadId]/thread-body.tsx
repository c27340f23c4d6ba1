"use client";

import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { BadLinesNote, CutShortBand } from "@/components/state/cut-short-band";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls";
import type { Thread } from "@/lib/api/contract/threads";
import { ConversationNotOffered } from "../thread-pane-states";
import type { OpenedThread } from "../use-thread-turns";
import { ConversationPane } from "./conversation-pane";
import { threadParams } from "./search-params";
import { ThreadFactRow } from "./thread-fact-row";
import { TurnDetails } from "./turn-details";
import { TurnStrip } from "./turn-strip";
import { useThreadPageKeys } from "./use-thread-page-keys";

type ThreadBodyProps = {
  workspace: Workspace;
  threadId: string;
  thread: Thread | undefined;
  opened: OpenedThread;
  isLive: boolean;
};

/** The turns, the conversation and the facts of one turn; or in their place what is the matter. */
export function ThreadBody({ workspace, threadId, thread, opened, isLive }: ThreadBodyProps) {
  const { query, calls, turns, figures } = opened;
  const [{ turn: turnId, reasoning }, setParams] = useQueryStates(threadParams, { history: "replace" });
  const choose = (turn: string) => setParams({ turn });
  const callsByTurn = useMemo(() => groupByTurn(calls), [calls]);
  useThreadPageKeys({ slug: workspace.slug, turns, turnId, onTurnChange: choose });
  if (query.isPending) return <BodySkeleton />;
  if (query.isError) {
    const failure = failureOf(query.error);
    if (failure.kind === "unsupported") return <ConversationNotOffered workspace={workspace} thread={thread} />;
    return <FailureState failure={failure} onRetry={() => void query.refetch()} isRetrying={query.isRefetching} />;
  }
  const { summary } = query.data;
  const isWhole = summary.end.kind === "complete" && summary.badLines.length === 0;
  if (turns.length === 0 && isWhole) {
    return (
      <PaneState warp="no-match" title="There is no such thread">
        Its turns were deleted, or <span className="text-code">{threadId}</span> belongs to another project.
      </PaneState>
    );
  }
  const chosen = turns.find(({ id }) => id === turnId) ?? turns[0];
  return (
    <>
      <ThreadFactRow turns={turns} figures={figures} />
      <BadLinesNote summary={summary} />
      <CutShortBand
        summary={summary}
        shownCount={calls.length}
        totalCount={null}
        onResume={() => void query.refetch()}
        isResuming={query.isRefetching}
      />
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] grid-cols-[352px_minmax(0,1fr)_312px] max-xl:grid-cols-[300px_minmax(0,1fr)] max-lg:grid-cols-1">
        <TurnStrip
          workspace={workspace}
          turns={turns}
          figures={figures}
          turnId={chosen?.id ?? null}
          onTurnChange={choose}
        />
        <ConversationPane
          workspace={workspace}
          turns={turns}
          figures={figures}
          callsByTurn={callsByTurn}
          turnId={turnId}
          onTurnChange={choose}
          hasReasoning={reasoning}
          onReasoningChange={(next) => void setParams({ reasoning: next })}
          isLive={isLive}
        />
        {chosen ? (
          <TurnDetails
            slug={workspace.slug}
            turn={chosen}
            turnCount={turns.length}
            calls={callsByTurn.get(chosen.id) ?? []}
          />
        ) : null}
      </div>
    </>
  );
}

function groupByTurn(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.turn_id ?? "");
    if (group) group.push(call);
    else groups.set(call.turn_id ?? "", [call]);
  }
  return groups;
}

function BodySkeleton() {
  return (
    <div role="status" aria-label="Loading the conversation" className="grid gap-4 p-5">
      {["w-72", "w-full", "w-96", "w-2/3", "w-80"].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
