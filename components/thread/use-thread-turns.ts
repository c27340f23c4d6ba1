"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNow } from "@/components/browser/use-now";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { callStatus } from "@/lib/calls/call-facts";
import { type ThreadFigures, type Turn, threadFigures, threadTurns } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { type ThreadCalls, useThreadCalls } from "./use-thread-calls";

const NO_CALLS: readonly Call[] = [];

/** A thread with its calls, its turns and their totals. */
export interface OpenedThread {
  readonly query: UseQueryResult<ThreadCalls>;
  /** Empty until loaded. */
  readonly calls: readonly Call[];
  readonly turns: readonly Turn[];
  readonly figures: ThreadFigures;
}

/** The turns of a thread and their totals; the clock ticks only while something runs. */
export function useThreadTurns(
  workspace: Workspace,
  threadId: string,
  thread: Thread | undefined,
  isLive: boolean,
): OpenedThread {
  const stamp = `${thread?.turn_count} ${thread?.last_updated}`;
  const query = useThreadCalls(workspace, threadId, stamp, isLive);
  const calls = query.data?.calls ?? NO_CALLS;
  const nowMs = useNow();
  const isRunning = useMemo(() => calls.some((call) => callStatus(call) === "running"), [calls]);
  const countedMs = isRunning ? nowMs : 0;
  const { turns, figures } = useMemo(() => {
    const threadTurnList = threadTurns(calls, countedMs);
    return { turns: threadTurnList, figures: threadFigures(threadTurnList) };
  }, [calls, countedMs]);
  return { query, calls, turns, figures };
}
