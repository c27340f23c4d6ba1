"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import type { ProjectAddress } from "./read-scores";

/** Scores are added while a page is open; a list of this age is still good for suggestions and columns. */
const STALE_MS = 30_000;

const NONE: readonly ProjectScore[] = [];

/**
 * Returns the scores of a project, those with most values first; none until they have loaded, and none where the service
 * does not list scores.
 */
export function useProjectScores(
  { connectionId, projectId }: ProjectAddress,
  isEnabled = true,
): readonly ProjectScore[] {
  const { data } = useQuery({
    ...serviceQuery(connectionId, "scores.list", { project_id: projectId }),
    enabled: isEnabled,
    staleTime: STALE_MS,
    retry: false,
  });
  return useMemo(() => data?.scores ?? NONE, [data]);
}
