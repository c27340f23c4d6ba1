"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { projectScoresQuery } from "@/components/score/use-project-scores";
import { type RowStreamView, useRowStream } from "@/components/table/use-row-stream";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Thread, ThreadsCallsFilter } from "@/lib/api/contract/calls/threads";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { lowPriority } from "@/lib/scheduling/low-priority";
import type { RowSource } from "@/lib/stream/row-stream";
import type { FetchWindow } from "@/lib/table/row-window";
import type { Sort } from "@/lib/table/sort";
import {
  type Changes,
  changesOf,
  MAX_CHANGED_THREADS,
  newestThreadsBody,
  remainingWindow,
  type ThreadsSelection,
  threadsBody,
} from "@/lib/thread/threads-request";
import type { Workspace } from "@/lib/workspace/workspace";

const REFRESH_INTERVAL_MS = 2000;

/** A slow refresh runs less often, so that refreshing does not keep the service busy. */
const REFRESH_INTERVAL_FACTOR = 10;

/** After one slow refresh the list must not stand still. */
const MAX_REFRESH_INTERVAL_MS = 15_000;

type ThreadsOptions = {
  workspace: Workspace;
  threadIds: readonly string[] | null;
  /** Conditions on the calls of a thread. */
  calls?: readonly ThreadsCallsFilter[];
  range: TimeRange;
  sort: Sort;
  window: FetchWindow;
  isLive: boolean;
};

/** A list of threads as it streams in. */
export interface ThreadsStream {
  readonly stream: RowStreamView<Thread>;
  /** The loaded threads with their newest figures. */
  readonly threads: readonly Thread[];
  /** True when every thread of the selection is loaded. */
  readonly isWhole: boolean;
  /** True when the user requested only a part of the list. */
  readonly isPart: boolean;
  /** Threads that are new since the list was loaded. */
  readonly newCount: number;
  /** True when there may be more new threads than `newCount`. */
  readonly hasManyNew: boolean;
  /** Streams the list again, with new threads. */
  readonly reopen: () => void;
}

/** The threads of a selection as they stream in, with the changes since. */
export function useThreads({
  workspace,
  threadIds,
  calls = NO_CONDITIONS,
  range,
  sort,
  window,
  isLive,
}: ThreadsOptions): ThreadsStream {
  const { connectionId, projectId, knowsSources = false } = workspace;
  // A relative range is measured from when the list was opened, so that a resumed stream sends the same query.
  const [opened, setOpened] = useState(() => ({ atMs: Date.now(), generation: 0 }));
  const ids = threadIds?.join("\n") ?? null;
  const conditions = JSON.stringify(calls);
  const selection = useMemo(
    (): ThreadsSelection => ({
      projectId,
      threadIds: ids === null ? null : ids.split("\n"),
      calls: JSON.parse(conditions) as readonly ThreadsCallsFilter[],
      ...resolveTimeRange(range, opened.atMs),
    }),
    [projectId, ids, conditions, range, opened.atMs],
  );
  const queryClient = useQueryClient();
  const { field, direction } = sort;
  const { from, limit } = window;
  // Another generation is another source: the list streams again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation loads the list again
  const source = useMemo<RowSource<Thread>>(
    () => async (count, signal, onRows) => {
      const left = remainingWindow({ from, limit }, count);
      if (left.limit === 0) return { rowCount: 0, badLines: [], end: { kind: "complete" } };
      // A service without scores would ignore the conditions and return all threads; one that knows sources has scores.
      if (conditions !== "[]" && !knowsSources)
        await queryClient.ensureQueryData(projectScoresQuery({ connectionId, projectId }));
      const body = threadsBody(selection, { field, direction }, left);
      return await streamOperation(connectionId, "threads.streamQuery", { body, signal }, lowPriority(onRows));
    },
    [connectionId, projectId, knowsSources, conditions, selection, field, direction, from, limit, opened.generation],
  );
  const stream = useRowStream(source);
  const isPart = from > 0 || limit !== null;
  const isWhole = !stream.isStreaming && stream.failure === null && stream.summary?.end.kind === "complete";
  const newest = useQuery({
    queryKey: ["service", connectionId, "threads.streamQuery", "newest", selection, opened.generation],
    queryFn: ({ signal }) => readNewest(connectionId, selection, signal),
    // A partial list cannot show which of the newest threads are new.
    enabled: isLive && isWhole && !isPart && selection.toMs === null,
    refetchInterval: ({ state }) => {
      const restMs = (state.data?.tookMs ?? 0) * REFRESH_INTERVAL_FACTOR;
      return Math.min(MAX_REFRESH_INTERVAL_MS, Math.max(REFRESH_INTERVAL_MS, restMs));
    },
    staleTime: 0,
    retry: false,
  });
  const looked = isPart ? undefined : newest.data?.threads;
  // The rows grow in place; `version` changes with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const changes = useMemo(
    () => (looked ? changesOf(stream.rows, looked) : NO_CHANGES),
    [stream.rows, stream.version, looked],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const threads = useMemo(
    () =>
      changes.changed.size === 0
        ? [...stream.rows]
        : stream.rows.map((row) => changes.changed.get(row.thread_id) ?? row),
    [stream.rows, stream.version, changes],
  );
  const newCount = isWhole ? changes.newCount : 0;
  const isFirst = newCount > 0 && threads.length === 0;
  // The outside system is the service: the first threads of an empty list appear automatically.
  useEffect(() => {
    if (isFirst) setOpened(nextOpening);
  }, [isFirst]);
  return {
    stream,
    threads,
    isWhole,
    isPart,
    newCount: isFirst ? 0 : newCount,
    hasManyNew: newCount === MAX_CHANGED_THREADS,
    reopen: () => setOpened(nextOpening),
  };
}

const NO_CONDITIONS: readonly ThreadsCallsFilter[] = [];

const NO_CHANGES: Changes = { changed: new Map(), newCount: 0 };

const nextOpening = ({ generation }: { generation: number }) => ({ atMs: Date.now(), generation: generation + 1 });

async function readNewest(connectionId: string, selection: ThreadsSelection, signal: AbortSignal) {
  const threads: Thread[] = [];
  const startedAt = performance.now();
  const body = newestThreadsBody(selection, MAX_CHANGED_THREADS);
  await streamOperation(connectionId, "threads.streamQuery", { body, signal }, (rows) => threads.push(...rows));
  return { threads, tookMs: performance.now() - startedAt };
}

/**
 * True when the workspace has threads at any time: distinguishes "nothing yet" from "nothing in this range". Null until
 * loaded.
 */
export function useHasThreads(workspace: Workspace, isEnabled: boolean): boolean | null {
  const { connectionId, projectId } = workspace;
  const { data } = useQuery({
    queryKey: ["service", connectionId, "threads.streamQuery", "any", projectId],
    queryFn: async ({ signal }) => {
      const anyTime = { projectId, threadIds: null, fromMs: null, toMs: null };
      let count = 0;
      const summary = await streamOperation(
        connectionId,
        "threads.streamQuery",
        { body: newestThreadsBody(anyTime, 1), signal },
        (rows) => {
          count += rows.length;
        },
      );
      return summary.end.kind === "complete" ? count > 0 : null;
    },
    enabled: isEnabled,
    staleTime: 0,
  });
  return data ?? null;
}
