import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TracesScope } from "@/lib/address/traces-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import type { Workspace } from "@/lib/workspace/workspace";
import { type Change, changesBody, prepareChanges } from "./prepare-changes";

/** Changes come seldom, and a look at releases reads each call of the range. */
const STALE_MS = 300_000;

interface Changes {
  readonly changes: readonly Change[];
  /** The marks of the range; null where the service has none, or they are not known. */
  readonly deployments: readonly Deployment[] | null;
  /** What could not be read; empty otherwise, and where the service has no marks. */
  readonly note: string;
}

/** The changes of what runs in the range of a response, once it is there. */
export function useChanges(
  { connectionId, projectId }: Workspace,
  result: CallsFiguresResult | undefined,
  scope: TracesScope,
): Changes {
  const body = result === undefined ? null : changesBody(projectId, result);
  const request = serviceQuery(connectionId, "deployments.list", body ?? { project_id: projectId });
  const { data, error } = useQuery({
    ...request,
    ...(body === null ? { queryFn: skipToken } : {}),
    staleTime: STALE_MS,
    retry: false,
  });
  const changes = useMemo(
    () => (data && result ? prepareChanges(data, result, scope, Date.now()) : []),
    [data, result, scope],
  );
  const deployments = data?.deployments ?? null;
  if (error && failureOf(error).kind !== "unsupported")
    return { changes, deployments, note: "deployments could not be read" };
  return { changes, deployments, note: data?.releases === null ? "releases could not be read in time" : "" };
}
