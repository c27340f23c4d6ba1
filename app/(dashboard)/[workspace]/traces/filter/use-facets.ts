"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { facetRequests } from "@/lib/calls/facet-requests";
import type { Grouping } from "@/lib/calls/grouping";
import { ofSource, type SourceChoice } from "@/lib/calls/source-choice";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

const MAX_VALUES = 12;
const MAX_PATHS = 40;

type FacetOptions = {
  workspace: Workspace;
  query: string;
  /** Where the calls come from, unless the query says it; all by default. */
  source?: SourceChoice;
  areRootsOnly: boolean;
  range: TimeRange;
  groupings: readonly Grouping[];
  /** False until the rows are shown. */
  isEnabled: boolean;
};

/** Returns the field values of the listed calls, most frequent first, and the paths of their attributes. */
export function useFacets(options: FacetOptions) {
  const { workspace, query, source = "all", areRootsOnly, range, groupings, isEnabled } = options;
  const { connectionId, projectId } = workspace;
  // A relative range is measured from the moment the request changed.
  const span = useMemo(() => resolveTimeRange(range, Date.now()), [range]);
  const selectionOf = (text: string) =>
    callCountBody(projectId, compileSelection({ projectId, query: text, areRootsOnly, ...span }));
  const isAskable = compileSelection({ projectId, query, areRootsOnly, ...span }).problems.length === 0;
  // As a term, so that the values of the source itself are counted without it.
  const asked = ofSource(query, source);
  const questions = isAskable ? facetRequests(asked, groupings) : [];
  const answers = useQueries({
    queries: questions.map((question) => ({
      ...serviceQuery(connectionId, "calls.facets", {
        ...selectionOf(question.query),
        fields: question.groupings.map(({ by }) => by),
        limit: MAX_VALUES,
      }),
      enabled: isEnabled,
    })),
  });
  const paths = useQuery({
    ...serviceQuery(connectionId, "calls.facets", {
      ...selectionOf(asked),
      fields: ["attributes"],
      limit: MAX_PATHS,
    }),
    enabled: isEnabled && isAskable,
  });
  const facets = answers.flatMap(({ data }) => data?.facets ?? []);
  const failed = [...answers, paths].find(({ isError }) => isError);
  return {
    facetOf: (grouping: Grouping) => facets.find(({ field }) => field === grouping.by),
    paths: isAskable ? (paths.data?.facets[0]?.values ?? []) : [],
    /** False for a query that cannot be asked: values of other calls would be taken for its own. */
    isAskable,
    failure: failed ? failureOf(failed.error) : null,
    retry: () => {
      for (const answer of [...answers, paths]) if (answer.isError) void answer.refetch();
    },
  };
}
