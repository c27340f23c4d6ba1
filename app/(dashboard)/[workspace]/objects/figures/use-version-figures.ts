"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useProjectScores } from "@/components/score/use-project-scores";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { type ObjectKey, objectKeyText } from "@/lib/object/object-key";
import { countedVersions, figuresRequest, scoresRequest } from "@/lib/object/version-figures";
import type { Workspace } from "@/lib/workspace/workspace";
import { countRequest, type VersionTable, versionTable } from "./prepare-version-figures";

/** Versions that are counted one by one where the service returns no figures. */
const MAX_COUNTED = 20;

/** The figures of the versions of an object in a time range. */
export interface VersionFigures {
  /** Null until they are read. */
  readonly table: VersionTable | null;
  /** The number of calls by digest, where the service counts calls only; null where it returns figures. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly failure: ServiceFailure | null;
  /** Why the scores could not be read, although the figures were. */
  readonly scoresFailure: ServiceFailure | null;
  readonly retry: () => void;
}

/** Reads the figures of all versions in one request, and their scores in another. */
export function useVersionFigures(
  { connectionId, projectId }: Workspace,
  counted: ObjectKey,
  listed: readonly ObjectVersion[],
  range: TimeRange,
): VersionFigures {
  const versions = useMemo(() => countedVersions(listed), [listed]);
  const object = { projectId, object: counted, versions };
  const digests = versions.map(({ digest }) => digest).join(" ");
  const key = [projectId, objectKeyText(counted), digests, range];
  const { scores: projectScores } = useProjectScores({ connectionId, projectId });
  const span = () => resolveTimeRange(range, Date.now());
  const figures = useQuery({
    queryKey: ["service", connectionId, "calls.stats", "versions", ...key],
    queryFn: ({ signal }) =>
      callOperation(connectionId, "calls.stats", { body: figuresRequest(object, span()), signal }),
    enabled: versions.length > 0,
    placeholderData: keepPreviousData,
  });
  const hasScores = scoresRequest(object, projectScores, span()) !== null;
  const scores = useQuery({
    queryKey: ["service", connectionId, "scores.figures", "versions", ...key, projectScores.map(({ field }) => field)],
    queryFn: ({ signal }) => {
      const body = scoresRequest(object, projectScores, span());
      return body === null ? null : callOperation(connectionId, "scores.figures", { body, signal });
    },
    enabled: versions.length > 0 && hasScores && figures.data !== undefined,
    placeholderData: keepPreviousData,
  });
  const failure = figures.isError ? failureOf(figures.error) : null;
  const isUnsupported = failure?.kind === "unsupported";
  const spanOfCounts = useMemo(() => resolveTimeRange(range, Date.now()), [range]);
  const counts = useQueries({
    queries: versions.slice(0, MAX_COUNTED).map((version) => ({
      ...serviceQuery(connectionId, "calls.queryStats", countRequest(object, version, spanOfCounts)),
      enabled: isUnsupported,
    })),
  });
  const failedCount = counts.find(({ isError }) => isError);
  const table = useMemo(() => {
    if (figures.data !== undefined) return versionTable(versions, figures.data, scores.data ?? null);
    return isUnsupported ? versionTable(versions, { groups: [] }, null) : null;
  }, [versions, figures.data, scores.data, isUnsupported]);
  return {
    table,
    counts: isUnsupported
      ? new Map(
          versions.flatMap(({ digest }, index) => {
            const count = counts[index]?.data?.count;
            return count === undefined ? [] : [[digest, count] as const];
          }),
        )
      : null,
    failure: isUnsupported ? (failedCount ? failureOf(failedCount.error) : null) : failure,
    scoresFailure: scores.isError ? failureOf(scores.error) : null,
    retry: () => {
      if (isUnsupported) for (const count of counts) void count.refetch();
      else void figures.refetch();
      if (scores.isError) void scores.refetch();
    },
  };
}
