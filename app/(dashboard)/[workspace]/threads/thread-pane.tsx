"use client";

import { useState } from "react";
import { PageFoot } from "@/components/layout/page-head";
import type { Workspace } from "@/components/layout/use-workspace";
import { BadLinesNote, CutShortBand } from "@/components/state/cut-short-band";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Callout } from "@/components/ui/callout";
import { KeyHint } from "@/components/ui/key-cap";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Thread } from "@/lib/api/contract/threads";
import { countOf, formatCount } from "@/lib/format/count";
import { isShortTurn } from "./prepare-thread-turns";
import { ThreadFacts } from "./thread-facts";
import { ThreadPaneHead } from "./thread-pane-head";
import { ConversationNotOffered } from "./thread-pane-states";
import { TurnBars } from "./turn-bars";
import { TurnList } from "./turn-list";
import { MOST_CALLS } from "./use-thread-calls";
import { useThreadTurns } from "./use-thread-turns";
import { useTurnKeys } from "./use-turn-keys";

type ThreadPaneProps = {
  workspace: Workspace;
  threadId: string;
  /** The row of the list; absent when the thread is not among the loaded ones. */
  thread: Thread | undefined;
  turnId: string | null;
  onTurnChange: (id: string) => Promise<unknown>;
  isLive: boolean;
  onClose: () => void;
};

/** The conversation beside the list, which keeps the focus. */
export function ThreadPane(props: ThreadPaneProps) {
  const { workspace, threadId, onClose } = props;
  return (
    <aside
      aria-label="Thread"
      className="flex w-[464px] flex-none flex-col border-l border-line bg-bg max-xl:animate-from-right max-xl:fixed max-xl:top-(--top-h) max-xl:right-0 max-xl:bottom-0 max-xl:z-[8] max-xl:w-[440px] max-xl:border-line-strong max-xl:shadow-[-12px_0_32px_rgb(28_27_26/0.07)] max-md:bottom-[52px] max-md:w-full min-[1600px]:w-[min(720px,calc(464px+100vw-1600px))]"
    >
      <ThreadPaneHead slug={workspace.slug} threadId={threadId} onClose={onClose} />
      <PaneBody {...props} />
    </aside>
  );
}

function PaneBody({ workspace, threadId, thread, turnId, onTurnChange, isLive }: ThreadPaneProps) {
  const { query, calls, turns, figures } = useThreadTurns(workspace, threadId, thread, isLive);
  useTurnKeys({ workspace, turns, turnId, onTurnChange });
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (query.isPending) return <PaneSkeleton />;
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
  return (
    <>
      <ThreadFacts turns={turns} figures={figures} />
      {turns.length > 0 ? (
        <TurnBars turns={turns} figures={figures} turnId={turnId} onTurnChange={onTurnChange} />
      ) : null}
      <BadLinesNote summary={summary} />
      <CutShortBand
        summary={summary}
        shownCount={calls.length}
        totalCount={null}
        onResume={() => void query.refetch()}
        isResuming={query.isRefetching}
      />
      {calls.length >= MOST_CALLS ? (
        <Callout tone="warn">Only the first {formatCount(MOST_CALLS)} calls of the thread are shown.</Callout>
      ) : null}
      <TurnList
        key={threadId}
        workspace={workspace}
        turns={turns}
        figures={figures}
        turnId={turnId}
        onTurnChange={onTurnChange}
        isUnfolded={isUnfolded}
        isLive={isLive}
      />
      <PageFoot
        hints={
          <>
            <KeyHint keys={["↑", "↓"]}>turn</KeyHint>
            <KeyHint keys={["T"]}>open trace</KeyHint>
          </>
        }
      >
        {turns.some((turn) => isShortTurn(turn, turns, figures)) ? (
          <button type="button" className="text-accent-text" onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? "Fold short turns" : "Unfold all turns"}
          </button>
        ) : (
          <span>{countOf(turns.length, "turn")}</span>
        )}
        {isLive && turns.at(-1)?.status === "running" ? <span>Following the live turn</span> : null}
      </PageFoot>
    </>
  );
}

function PaneSkeleton() {
  return (
    <div role="status" aria-label="Loading the conversation" className="grid gap-4 p-4">
      {["w-72", "w-full", "w-56", "w-64", "w-48"].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
