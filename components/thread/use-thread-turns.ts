"use client";

import { useMemo } from "react";
import { useNow } from "@/components/browser/use-now";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { callStatus } from "@/lib/calls/call-facts";
import { threadFigures, threadTurns } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { useThreadCalls } from "./use-thread-calls";

const NO_CALLS: readonly Call[] = [];

/** The turns of a thread and their totals; the clock ticks only while something runs. */
export function useThreadTurns(workspace: Workspace, threadId: string, thread: Thread | undefined, isLive: boolean) {
  const stamp = `${thread?.turn_count} ${thread?.last_updated}`;
  const query = useThreadCalls(workspace, threadId, stamp, isLive);
  const calls = query.data?.calls ?? NO_CALLS;
  const nowMs = useNow();
  const isRunning = useMemo(() => calls.some((call) => callStatus(call) === "running"), [calls]);
  const countedMs = isRunning ? nowMs : 0;
  const { turns, figures } = useMemo(() => {
    const found = threadTurns(calls, countedMs);
    return { turns: found, figures: threadFigures(found) };
  }, [calls, countedMs]);
  return { query, calls, turns, figures };
}

export type OpenedThread = ReturnType<typeof useThreadTurns>;
