"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { CallsFailuresResult } from "@/lib/api/contract/calls/call-failures";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { isAttributePath } from "@/lib/calls/grouping";
import type { SourceChoice } from "@/lib/calls/source-choice";
import type { QueryProblem } from "@/lib/filter/query-text";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";
import { LOGGED_BY, likelyUserField, PARTS, withoutStatus } from "./prepare-failures";

const MAX_PATHS = 200;
const MAX_GROUPS = 100;

type FailuresOptions = {
  workspace: Workspace;
  query: string;
  /** Where the calls come from, unless the query says it. */
  source: SourceChoice;
  range: TimeRange;
  /** The field that names the user of a call; null for the likeliest one. */
  userField: string | null;
};

export interface Failures {
  /** Terms of the query that cannot be asked; with one of them nothing is requested. */
  readonly problems: readonly QueryProblem[];
  /** Null until they are loaded. */
  readonly result: CallsFailuresResult | null;
  /** The field whose values count as users, and those that can be chosen. */
  readonly userField: string;
  readonly userFields: readonly string[];
  readonly failure: ServiceFailure | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** Returns the failed calls of a range in groups, and how many users and threads they affect. */
export function useFailures({ workspace, query, source, range, userField }: FailuresOptions): Failures {
  const { connectionId, projectId } = workspace;
  // A relative range is measured from the moment the request changed.
  const selection = useMemo(() => {
    const span = resolveTimeRange(range, Date.now());
    const compiled = compileSelection({ projectId, query: withoutStatus(query), source, areRootsOnly: false, ...span });
    return callCountBody(projectId, compiled);
  }, [projectId, query, source, range]);
  const problems = useMemo(
    () => compileSelection({ projectId, query, areRootsOnly: false, fromMs: null, toMs: null }).problems,
    [projectId, query],
  );
  const isAskable = problems.length === 0;
  const facets = useQuery({
    ...serviceQuery(connectionId, "calls.facets", { ...selection, fields: ["attributes"], limit: MAX_PATHS }),
    enabled: isAskable,
  });
  const paths = (facets.data?.facets[0]?.values ?? []).map(({ value }) => value).filter(isAttributePath);
  const counted = userField ?? likelyUserField(paths);
  const failures = useQuery({
    ...serviceQuery(connectionId, "calls.failures", {
      ...selection,
      affected: [counted, "thread_id"],
      limit: MAX_GROUPS,
      parts: PARTS,
    }),
    // The likeliest field is known once the paths are; without them the other one is used.
    enabled: isAskable && (userField !== null || !facets.isPending),
  });
  return {
    problems,
    result: failures.data ?? null,
    userField: counted,
    userFields: [...new Set([counted, ...paths, LOGGED_BY])],
    failure: failures.isError ? failureOf(failures.error) : null,
    isLoading: failures.isPending,
    retry: () => void failures.refetch(),
  };
}
