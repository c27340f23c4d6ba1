"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { failureOf, unreadable } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { AnnotationQueue, QueueStats } from "@/lib/api/contract/feedback/annotation-queues";
import type { Workspace } from "@/lib/workspace/workspace";

/** The beginning of the keys of everything that reviewing changes. */
export const reviewKey = (connectionId: string, projectId: string) => ["service", connectionId, "review", projectId];

/** Queues per request for their progress. */
const QUEUES_PER_REQUEST = 500;

function queuesQuery({ connectionId, projectId }: Workspace) {
  return queryOptions({
    queryKey: [...reviewKey(connectionId, projectId), "queues"],
    queryFn: ({ signal }) => readQueues(connectionId, projectId, signal),
  });
}

async function readQueues(
  connectionId: string,
  projectId: string,
  signal: AbortSignal,
): Promise<readonly AnnotationQueue[]> {
  const queues: AnnotationQueue[] = [];
  const request = { body: { project_id: projectId }, signal };
  const { end, badLines } = await streamOperation(connectionId, "annotationQueues.query", request, (rows) =>
    queues.push(...rows),
  );
  if (end.kind === "cut-short") throw unreadable("annotationQueues.query", end.reason);
  if (badLines[0]) throw unreadable("annotationQueues.query", badLines[0].reason);
  return queues;
}

/** The review queues of a workspace, the newest first, with their progress. */
export interface QueueList {
  readonly queues: readonly AnnotationQueue[];
  /** By queue; a queue is missing until its progress is loaded. */
  readonly stats: ReadonlyMap<string, QueueStats>;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly failure: ServiceFailure | null;
  /** Why the progress is missing. */
  readonly statsFailure: ServiceFailure | null;
  readonly retry: () => void;
}

const NONE: readonly AnnotationQueue[] = [];

export function useQueues(workspace: Workspace): QueueList {
  const { connectionId, projectId } = workspace;
  const query = useQuery(queuesQuery(workspace));
  const queues = query.data ?? NONE;
  const ids = queues.map(({ id }) => id);
  const stats = useQuery({
    queryKey: [...reviewKey(connectionId, projectId), "stats", ids],
    queryFn: async ({ signal }) => {
      const all: QueueStats[] = [];
      for (let at = 0; at < ids.length; at += QUEUES_PER_REQUEST) {
        const body = { project_id: projectId, queue_ids: ids.slice(at, at + QUEUES_PER_REQUEST) };
        all.push(...(await callOperation(connectionId, "annotationQueues.stats", { body, signal })).stats);
      }
      return new Map(all.map((one) => [one.queue_id, one]));
    },
    enabled: ids.length > 0,
  });
  return {
    queues,
    stats: stats.data ?? new Map(),
    isPending: query.isPending,
    isFetching: query.isFetching,
    failure: query.isError ? failureOf(query.error) : null,
    statsFailure: stats.isError ? failureOf(stats.error) : null,
    retry: () => {
      void query.refetch();
      if (stats.isError) void stats.refetch();
    },
  };
}
