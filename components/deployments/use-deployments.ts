import { skipToken, useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import type { Bucket } from "@/lib/chart/stacks";
import type { Workspace } from "@/lib/workspace/workspace";
import { changesBody } from "./prepare-changes";

/** Changes come seldom, and a look at releases reads each call of the range. */
const STALE_MS = 300_000;

export interface Deployments {
  /** Null where the service has none, or they are not known. */
  readonly list: DeploymentsList | null;
  /** What could not be read; empty otherwise, and where the service has no marks. */
  readonly note: string;
}

/** The connection and the project that the key of a query names. */
function projectOf(key: readonly unknown[] | undefined): string {
  const body = key?.at(-1) as { readonly project_id?: string } | undefined;
  return JSON.stringify([key?.[1], body?.project_id]);
}

/** The deployments and releases in the span of a chart, once it is known. */
export function useDeployments({ connectionId, projectId }: Workspace, span: Bucket | null): Deployments {
  const request = serviceQuery(
    connectionId,
    "deployments.list",
    span === null ? { project_id: projectId } : changesBody(projectId, span),
  );
  const { data, error } = useQuery({
    ...request,
    ...(span === null ? { queryFn: skipToken } : {}),
    staleTime: STALE_MS,
    // A range that moves keeps its lines, and the dialog over it what was typed, while the next answer comes.
    placeholderData: (before, query) =>
      projectOf(query?.queryKey) === projectOf(request.queryKey) ? before : undefined,
    retry: false,
  });
  const list = data ?? null;
  if (error && failureOf(error).kind !== "unsupported") return { list, note: "deployments could not be read" };
  return { list, note: list?.releases === null ? "releases could not be read in time" : "" };
}
