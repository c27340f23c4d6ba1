"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { type ContentMatch, searchContents } from "@/lib/calls/content-search";

/** A shorter text is in nearly every payload. */
const MIN_LENGTH = 2;

/** The service is asked once typing stops. */
const TYPING_MS = 300;

/** The search of the contents of some calls. */
export interface ContentSearch {
  /** In the order of their starts; null while nothing is searched, or not found out yet. */
  readonly matches: readonly ContentMatch[] | null;
  /** True when the service found more calls than were read. */
  readonly isCut: boolean;
  readonly isPending: boolean;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

/** Searches inputs, outputs and errors of the calls of a filter on the service; null searches nothing. */
export function useContentSearch(
  { connectionId, projectId }: { readonly connectionId: string; readonly projectId: string },
  filter: CallsFilter | null,
  text: string,
): ContentSearch {
  const wanted = text.trim();
  const isAsked = filter !== null && wanted.length >= MIN_LENGTH;
  const query = useQuery({
    queryKey: ["service", connectionId, "calls.contentSearch", projectId, filter, wanted],
    queryFn: async ({ signal }) => {
      await afterTyping(signal);
      return await searchContents({ connectionId, projectId, signal }, filter ?? {}, wanted);
    },
    enabled: isAsked,
    retry: false,
  });
  const { data, error, isLoading, refetch } = query;
  return useMemo(
    () => ({
      matches: isAsked ? (data?.matches ?? null) : null,
      isCut: isAsked && data?.isCut === true,
      isPending: isAsked && isLoading,
      failure: error === null ? null : failureOf(error),
      retry: () => void refetch(),
    }),
    [isAsked, data, isLoading, error, refetch],
  );
}

/** A query that is no longer wanted is aborted, so only the last text is sent. */
function afterTyping(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, TYPING_MS);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
