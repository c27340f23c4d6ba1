"use client";

import { useQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";

/** Services say in their information which operations they support. */
const RUNS_EVALUATIONS = "evaluationRuns.start";

/** True where the service of a connection can run evaluations; false until it is known. */
export function useRunsEvaluations(connectionId: string): boolean {
  const info = useQuery({
    queryKey: serviceQueryKey(connectionId, "serverInfo", {}),
    queryFn: ({ signal }) => callOperation(connectionId, "serverInfo", { signal }),
    retry: false,
  });
  return info.data?.extensions?.includes(RUNS_EVALUATIONS) ?? false;
}
