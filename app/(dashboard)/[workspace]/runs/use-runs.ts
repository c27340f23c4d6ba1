"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { isMoving } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";

const PAGE_SIZE = 50;
/** A sparkline is not wider. */
const MAX_REWARDS = 100;
const MOVING_REFRESH_MS = 2000;
/** Clients start jobs without the dashboard. */
const REFRESH_MS = 10_000;

/** Which runs to list. */
interface RunSelection {
  /** Each occurs in the name of a run, or in what is listed with it. */
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly group: string | null;
  readonly hasArchived: boolean;
}

const selectionMembers = ({ words, tags, group, hasArchived }: RunSelection) => ({
  ...(words.length === 0 ? {} : { words: [...words] }),
  ...(tags.length === 0 ? {} : { tags: [...tags] }),
  ...(group === null ? {} : { group }),
  has_archived: hasArchived,
});

type RunsList = "trainingRuns.list" | "trainingRuns.ofModels" | "trainingRuns.logged";

/** Loads the runs of the service, of clients with their own jobs, or of programs that log them, page by page and live. */
export function useRuns({ connectionId, projectId }: Workspace, id: RunsList, selection: RunSelection) {
  return useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, id, { projectId, ...selection }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callOperation(connectionId, id, {
        body: {
          project_id: projectId,
          before: pageParam,
          limit: PAGE_SIZE,
          max_rewards: MAX_REWARDS,
          ...selectionMembers(selection),
        },
        signal,
      }),
    getNextPageParam: (last) => (last.has_more ? last.runs.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ runs }) => runs.some(isMoving)) ? MOVING_REFRESH_MS : REFRESH_MS,
  });
}
