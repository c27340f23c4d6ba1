"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import { MAX_INSERTED_ROWS, newCallsBody } from "@/lib/calls/calls-request";

type NewCallsOptions = {
  connectionId: string;
  projectId: string;
  selection: CompiledSelection;
  /** Start of the newest call when the list was opened. */
  newestAt: string | null;
  /** Number of calls that started since. */
  count: number;
  /** False while new rows would move what the user looks at. */
  canInsert: boolean;
};

interface NewCalls {
  readonly newestAt: string | null;
  readonly calls: readonly Call[];
}

const NONE: readonly Call[] = [];

/**
 * Returns the calls that started since the list was opened, newest first, to be shown above it. While rows cannot be
 * inserted, those that were inserted before stay.
 */
export function useNewCalls({ connectionId, projectId, selection, newestAt, count, canInsert }: NewCallsOptions) {
  const [shown, setShown] = useState({ newestAt, count: 0 });
  const kept = shown.newestAt === newestAt ? shown.count : 0;
  const wanted = canInsert ? Math.min(count, MAX_INSERTED_ROWS) : kept;
  if (shown.newestAt !== newestAt || shown.count !== wanted) setShown({ newestAt, count: wanted });
  const { data } = useQuery<NewCalls>({
    queryKey: ["service", connectionId, "calls.streamQuery", "new", { projectId, ...selection, newestAt }, wanted],
    queryFn: async ({ signal }) => {
      const calls: Call[] = [];
      const body = newCallsBody(projectId, selection, newestAt ?? "");
      const { end } = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
        calls.push(...rows);
      });
      if (end.kind !== "complete") throw new Error("The stream of new calls ended early.");
      return { newestAt, calls };
    },
    enabled: wanted > 0 && newestAt !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A live page asks for all of them again every two seconds: answers of the last minutes would be the most of its memory.
    gcTime: 0,
    retry: false,
  });
  return data !== undefined && data.newestAt === newestAt && wanted > 0 ? data.calls : NONE;
}
