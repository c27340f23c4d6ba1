"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { useThreadCalls } from "@/components/thread/use-thread-calls";
import { Button } from "@/components/ui/button";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf } from "@/lib/format/count";
import { readTurnMessages } from "@/lib/thread/read-turn-messages";
import { threadTurns } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { MessageList } from "./message-list";

/** Turns that are shown before the one under review. */
const TURNS_BEFORE = 3;

type ReviewedThreadProps = {
  workspace: Workspace;
  item: QueueItem;
  /** The turn under review; null for the whole thread. Later turns stay hidden: they tell how it went on. */
  lastTurnId: string | null;
};

const NO_CALLS: readonly Call[] = [];

/** A thread up to the turn under review. */
export function ReviewedThread({ workspace, item, lastTurnId }: ReviewedThreadProps) {
  const { connectionId, projectId } = workspace;
  const [isWhole, setIsWhole] = useState(lastTurnId === null);
  const thread = useThreadCalls(workspace, item.thread_id ?? "", "review", false);
  const calls = thread.data?.calls ?? NO_CALLS;
  const turns = useMemo(() => threadTurns(calls, 0), [calls]);
  const at = lastTurnId === null ? turns.length - 1 : turns.findIndex(({ id }) => id === lastTurnId);
  const first = isWhole ? 0 : Math.max(0, at - TURNS_BEFORE);
  const shown = turns.slice(first, at + 1).map(({ id }) => id);
  const messages = useQuery({
    queryKey: ["service", connectionId, "review.messages", projectId, shown],
    queryFn: async ({ signal }) => {
      const byTurn = new Map(shown.map((id) => [id, calls.filter((call) => call.turn_id === id)]));
      const read = await readTurnMessages({ connectionId, projectId, signal }, byTurn);
      return shown.flatMap((id) => read.get(id) ?? []);
    },
    enabled: shown.length > 0,
  });
  const failed = [thread, messages].find((query) => query.isError);
  if (failed) {
    return (
      <FailureState
        failure={failureOf(failed.error)}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  if (thread.data === undefined) return <DetailsSkeleton />;
  if (shown.length === 0) {
    return (
      <PaneState kind="no-match" title="No turns in this thread">
        Its calls were deleted, or none of them is a turn. Open the thread to see its calls.
      </PaneState>
    );
  }
  if (messages.data === undefined) return <DetailsSkeleton />;
  const later = turns.length - at - 1;
  return (
    <MessageList
      messages={messages.data}
      before={
        <p className="flex items-center gap-2 pb-3 text-small text-ink-3">
          {lastTurnId === null ? countOf(turns.length, "turn") : `Turn ${at + 1} of ${turns.length}`}
          {later > 0 ? ", later turns are hidden" : ""}
          {first > 0 ? (
            <Button kind="ghost" size="small" onClick={() => setIsWhole(true)}>
              Show {countOf(first, "earlier turn")}
            </Button>
          ) : null}
        </p>
      }
    />
  );
}
