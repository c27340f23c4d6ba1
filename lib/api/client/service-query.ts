import { queryOptions } from "@tanstack/react-query";
import type { OperationsOfKind, RequestOf, ResultOf } from "@/lib/api/contract/operations";
import { callOperation } from "./service-client";
import { serviceQueryKey } from "./service-query-key";

/** Returns query options of a JSON read: `useQuery(serviceQuery(connectionId, "calls.queryStats", body))`. */
export function serviceQuery<Id extends OperationsOfKind<"json">>(connectionId: string, id: Id, body: RequestOf<Id>) {
  return queryOptions<ResultOf<Id>>({
    queryKey: serviceQueryKey(connectionId, id, body),
    queryFn: ({ signal }) => callOperation(connectionId, id, { body, signal }),
  });
}
