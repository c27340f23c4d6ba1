import { queryOptions } from "@tanstack/react-query";
import type { AppOperationId, AppRequestOf, AppResultOf } from "@/lib/api/contract/app/app-operations";
import { noteTests } from "./absent-operations";
import { appOperationRow } from "./app-operation-rows";
import { failureFromResponse, networkFailure, unreadable } from "./request-failure";

/**
 * Calls one of the dashboard's own operations.
 *
 * @throws RequestFailure for every failure, AbortError when stopped.
 */
export async function callApp<Id extends AppOperationId>(
  id: Id,
  input: AppRequestOf<Id>,
  signal?: AbortSignal,
): Promise<AppResultOf<Id>> {
  // The row, which is needed to check the response, loads while the request is on the way.
  const row = appOperationRow(id).catch(() => null);
  const response = await fetch(`/api/app/${encodeURIComponent(id)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw networkFailure(error, id);
  });
  if (!response.ok) throw await failureFromResponse(response, id);
  // The dashboard can be reached: a row that did not load is tried again, since the operation has already run.
  const { result } = (await row) ?? (await appOperationRow(id));
  const parsed = result.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw unreadable(id, `The dashboard's response to ${id} has an unexpected shape.`);
  const answer = parsed.data as AppResultOf<Id>;
  if (id === "connections.list") noteTests((answer as AppResultOf<"connections.list">).connections);
  return answer;
}

/** Query options of an app read: `useQuery(appQuery("connections.list", {}))`. */
export function appQuery<Id extends AppOperationId>(id: Id, input: AppRequestOf<Id>) {
  return queryOptions<AppResultOf<Id>>({
    queryKey: appQueryKey(id, input),
    queryFn: ({ signal }) => callApp(id, input, signal),
  });
}

export function appQueryKey(id: AppOperationId, input?: unknown) {
  return input === undefined ? (["app", id] as const) : (["app", id, input] as const);
}
