"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTimeRange } from "@/components/address/use-time-range";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";
import { prepareSpend, type SpendGrouping, spendBody } from "./prepare-spend";

/** What the calls of the page's time range cost, by one grouping; a service may not offer to count it. */
export function useSpend({ connectionId, projectId, slug }: Workspace, name: SpendGrouping) {
  const { range } = useTimeRange();
  const { data, error, isError, isFetching, isPending, refetch } = useQuery({
    // The moment of asking is no part of the key: a relative range moves on with each answer.
    queryKey: ["service", connectionId, "calls.stats", "spend", projectId, name, range],
    queryFn: async ({ signal }) => {
      const body = spendBody(projectId, name, range, Date.now());
      return { result: await callOperation(connectionId, "calls.stats", { body, signal }), name, range };
    },
    placeholderData: keepPreviousData,
  });
  const spend = useMemo(
    // An answer to the question before stays what it was.
    () =>
      data === undefined
        ? null
        : prepareSpend(data.result, data.name, { slug, query: "", areRootsOnly: false, range: data.range }),
    [data, slug],
  );
  return {
    spend,
    range,
    /** What the shown answer is by, while the next one is on its way. */
    shownName: data?.name ?? name,
    failure: isError && data === undefined ? failureOf(error) : null,
    isPending,
    isFetching,
    retry: () => void refetch(),
  };
}
