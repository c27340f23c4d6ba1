"use client";

import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { CompareWith } from "@/components/compare/compare-with";
import { useProjectScores } from "@/components/score/use-project-scores";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { ShareButton } from "@/components/share/share-button";
import { useThreadRows } from "@/components/thread/use-thread-rows";
import { useThreadTurns } from "@/components/thread/use-thread-turns";
import { useThreads } from "@/components/thread/use-threads";
import { TrainedIn } from "@/components/training/trajectories/trained-in";
import { appliedSource } from "@/lib/calls/source-choice";
import { fetchWindowOf } from "@/lib/table/row-window";
import { threadsQuery } from "@/lib/thread/threads-query";
import { knownSort } from "@/lib/thread/threads-request";
import type { Workspace } from "@/lib/workspace/workspace";
import { ExportThread } from "./export-thread";
import { threadParams } from "./search-params";
import { ThreadBody } from "./thread-body";
import { ThreadHead } from "./thread-head";

/** One conversation as a page. Previous and next move through the list from which it was opened. */
export function ThreadView({ threadId }: { threadId: string }) {
  return (
    <WorkspaceGate>{(workspace) => <Thread key={threadId} workspace={workspace} threadId={threadId} />}</WorkspaceGate>
  );
}

function Thread({ workspace, threadId }: { workspace: Workspace; threadId: string }) {
  const [params] = useQueryStates(threadParams);
  const { range } = useTimeRange();
  const { isLive } = useLive();
  const { projectId } = workspace;
  const { isUnsupported } = useProjectScores(workspace);
  const source = appliedSource(workspace, params.source);
  const query = useMemo(
    () => threadsQuery(params.q, { projectId, canFilterCalls: !isUnsupported, source }),
    [params.q, projectId, isUnsupported, source],
  );
  const list = useThreads({
    workspace,
    threadIds: query.threadIds,
    calls: query.calls,
    range,
    sort: knownSort(params.sort, !isUnsupported),
    window: fetchWindowOf(params.offset, params.limit),
    isLive,
  });
  const { matching } = useThreadRows(workspace, list.threads, query);
  const index = useMemo(() => matching.findIndex((thread) => thread.thread_id === threadId), [matching, threadId]);
  const opened = useThreadTurns(workspace, threadId, matching[index], isLive);
  // The last turn reports the result of a conversation, by which CompareWith finds other threads.
  const lastTurn = opened.calls.findLast((call) => call.id === call.turn_id);
  return (
    <>
      <ThreadHead
        slug={workspace.slug}
        threadId={threadId}
        turns={opened.turns}
        index={index}
        count={matching.length}
        isWhole={list.isWhole}
        previousId={matching[index - 1]?.thread_id ?? null}
        nextId={index < 0 ? null : (matching[index + 1]?.thread_id ?? null)}
      >
        <TrainedIn workspace={workspace} kind="thread" id={threadId} />
        {lastTurn ? (
          <CompareWith workspace={workspace} call={{ ...lastTurn, thread_id: threadId }} first="threads" />
        ) : null}
        {lastTurn ? (
          <ExportThread workspace={workspace} threadId={threadId} turns={opened.turns} calls={opened.calls} />
        ) : null}
        {lastTurn ? <ShareButton workspace={workspace} kind="thread" targetId={threadId} title={threadId} /> : null}
      </ThreadHead>
      <ThreadBody workspace={workspace} threadId={threadId} thread={matching[index]} opened={opened} isLive={isLive} />
    </>
  );
}
