"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { facetRequests } from "@/lib/calls/facet-requests";
import { type Grouping, valueLabel } from "@/lib/calls/grouping";
import { ofSource, type SourceChoice } from "@/lib/calls/source-choice";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { UserNames } from "@/lib/format/user-name";
import type { Workspace } from "@/lib/workspace/workspace";

/** The service returns at most this many values of a field. */
const MAX_VALUES = 1000;
const MAX_SHOWN = 20;

/** The listed calls, whose values are counted. */
export interface FacetSelection {
  readonly workspace: Workspace;
  readonly query: string;
  /** Where the calls come from, unless the query says it; all by default. */
  readonly source?: SourceChoice;
  readonly areRootsOnly: boolean;
  readonly range: TimeRange;
}

type FacetSearchOptions = FacetSelection & {
  grouping: Grouping;
  /** Empty for no search. */
  words: string;
  userNames: UserNames;
  /** The number of values of the field. */
  valueCount: number;
};

/**
 * Returns the values that contain some words, most frequent first; undefined until they are loaded. Of a field with more
 * values than the service returns, those that begin with the words.
 */
export function useFacetSearch(options: FacetSearchOptions) {
  const { workspace, query, source = "all", areRootsOnly, range, grouping, words, userNames, valueCount } = options;
  const { connectionId, projectId } = workspace;
  const span = useMemo(() => resolveTimeRange(range, Date.now()), [range]);
  const [question] = facetRequests(ofSource(query, source), [grouping]);
  const selection = compileSelection({ projectId, query: question?.query ?? "", areRootsOnly, ...span });
  const { data, error } = useQuery({
    ...serviceQuery(connectionId, "calls.facets", {
      ...callCountBody(projectId, selection),
      fields: [grouping.by],
      limit: MAX_VALUES,
      ...(valueCount > MAX_VALUES ? { prefix: words } : {}),
    }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
  const wanted = words.toLowerCase();
  const found = data?.facets[0]?.values.filter(({ value }) =>
    valueLabel(grouping, value, userNames).toLowerCase().includes(wanted),
  );
  return {
    values: found?.slice(0, MAX_SHOWN),
    hiddenCount: Math.max(0, (found?.length ?? 0) - MAX_SHOWN),
    failure: words !== "" && error !== null ? failureOf(error) : null,
  };
}
