"use client";

import { keepPreviousData, queryOptions, usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTimeRange } from "@/components/address/use-time-range";
import { useUserNames } from "@/components/session/use-user-names";
import { linkedSource } from "@/lib/address/traces-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { SourceChoice } from "@/lib/calls/source-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { prepareSpend, type SpendGrouping, type SpendQuestion, spendBody } from "./prepare-spend";

/** Returns query options of the spend of a time range, for one grouping. */
export function spendQuery({ connectionId, projectId }: Workspace, asked: Omit<SpendQuestion, "projectId">) {
  return queryOptions({
    // The request time is not part of the key: a relative range moves on with each response.
    queryKey: ["service", connectionId, "calls.stats", "spend", projectId, asked],
    queryFn: async ({ signal }) => {
      const body = spendBody({ ...asked, projectId }, Date.now());
      return { ...asked, result: await callOperation(connectionId, "calls.stats", { body, signal }) };
    },
  });
}

/** Loads the spend of the page's time range, for one grouping; not all services support it. */
export function useSpend(workspace: Workspace, name: SpendGrouping, source: SourceChoice) {
  const { slug } = workspace;
  const { range } = useTimeRange();
  const request = spendQuery(workspace, { name, range, source });
  // The request leaves before the page is drawn.
  usePrefetchQuery(request);
  const { data, error, isError, isFetching, isPending, refetch } = useQuery({
    ...request,
    placeholderData: keepPreviousData,
  });
  const userNames = useUserNames(name === "key");
  const spend = useMemo(
    // The response of the previous query remains unchanged.
    () =>
      data === undefined
        ? null
        : prepareSpend(
            data.result,
            data.name,
            { slug, ...linkedSource(workspace, "", data.source), areRootsOnly: false, range: data.range },
            userNames,
          ),
    [data, slug, workspace, userNames],
  );
  return {
    spend,
    range,
    /** The grouping of the shown response, while the next one loads. */
    shownName: data?.name ?? name,
    failure: isError && data === undefined ? failureOf(error) : null,
    isPending,
    isFetching,
    retry: () => void refetch(),
  };
}
