"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useUserNames } from "@/components/session/use-user-names";
import { serviceQuery } from "@/lib/api/client/service-query";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { facetRequests } from "@/lib/calls/facet-requests";
import { findGrouping, wordOf } from "@/lib/calls/grouping";
import { ofSource, type SourceChoice } from "@/lib/calls/source-choice";
import type { FieldValues } from "@/lib/filter/suggestions";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

const MAX_VALUES = 50;

type FieldValuesOptions = {
  workspace: Workspace;
  query: string;
  /** Where the calls come from, unless the query says it; all by default. */
  source?: SourceChoice;
  areRootsOnly: boolean;
  range: TimeRange;
  /** The field whose value is being typed. */
  field: string | null;
};

/** Returns the values of a field among the listed calls, with counts; the field's own terms do not narrow them. */
export function useFieldValues(options: FieldValuesOptions) {
  const { workspace, query, source = "all", areRootsOnly, range, field } = options;
  const { connectionId, projectId } = workspace;
  const userNames = useUserNames(field === "key");
  // Null where the service does not list the values of the field.
  const grouping = field === null ? null : findGrouping(field);
  const span = useMemo(() => resolveTimeRange(range, Date.now()), [range]);
  const [question] = facetRequests(ofSource(query, source), grouping === null ? [] : [grouping]);
  const selection = compileSelection({ projectId, query: question?.query ?? "", areRootsOnly, ...span });
  const { data } = useQuery({
    ...serviceQuery(connectionId, "calls.facets", {
      ...callCountBody(projectId, selection),
      fields: grouping === null ? [] : [grouping.by],
      limit: MAX_VALUES,
    }),
    enabled: grouping !== null,
    placeholderData: keepPreviousData,
    // Without the operation the box suggests values of the loaded rows.
    retry: false,
  });
  const facet = data?.facets.find((candidate) => candidate.field === grouping?.by);
  return useMemo((): FieldValues | null => {
    if (grouping === null || facet === undefined) return null;
    const nameOf = (value: string) => (grouping.by === "svc_user_id" ? userNames.get(value) : undefined);
    const values = facet.values.map(({ value, count }) => ({
      value: wordOf(grouping, value),
      count,
      name: nameOf(value),
    }));
    return { field: grouping.field, values };
  }, [grouping, facet, userNames]);
}
