"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf } from "@/lib/api/client/request-failure";
import { streamOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

interface BatchAddress {
  readonly group: number;
  readonly trajectory: number;
  readonly message: number | null;
}

interface Answer {
  readonly places: readonly BatchAddress[];
  readonly summary: StreamSummary;
}

/** The result of a search in the messages of a step. */
export interface MessageSearch {
  /** Groups with matches; null without a search, and until it has finished. */
  readonly groups: ReadonlySet<number> | null;
  readonly placeOf: (group: number, trajectory: number) => BatchAddress | undefined;
  readonly count: number;
  readonly isSearching: boolean;
  readonly failure: ServiceFailure | null;
  /** Why the search ended early; null when it did not. */
  readonly cut: string | null;
  readonly retry: () => void;
}

/** Returns the messages of a step that match a text. */
export function useMessageSearch(connectionId: string, batchId: string | null, words: string): MessageSearch {
  const text = words.trim();
  const query = useQuery<Answer>({
    queryKey: serviceQueryKey(connectionId, "trajectories.stream", { batchId, text }),
    enabled: batchId !== null && text !== "",
    queryFn: async ({ signal }) => {
      const places: BatchAddress[] = [];
      const body = { batch_id: batchId ?? "", contains: text, places_only: true };
      const summary = await streamOperation(connectionId, "trajectories.stream", { body, signal }, (lines) => {
        for (const { group_index: group, trajectory_index: trajectory, message_index } of lines) {
          places.push({ group, trajectory, message: message_index ?? null });
        }
      });
      return { places, summary };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const isEnabled = text !== "";
  const places = isEnabled ? query.data?.places : undefined;
  const groups = useMemo(() => (places ? new Set(places.map(({ group }) => group)) : null), [places]);
  const end = query.data?.summary.end;
  return {
    groups,
    placeOf: (group, trajectory) => places?.find((place) => place.group === group && place.trajectory === trajectory),
    count: places?.length ?? 0,
    isSearching: isEnabled && query.isPending,
    failure: isEnabled && query.isError ? failureOf(query.error) : null,
    cut: isEnabled && end?.kind === "cut-short" ? end.reason : null,
    retry: () => void query.refetch(),
  };
}
