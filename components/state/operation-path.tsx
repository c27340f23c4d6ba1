import { useQuery } from "@tanstack/react-query";
import { operationRow } from "@/lib/api/client/operation-rows";
import type { OperationId } from "@/lib/api/contract/operations";

/** The path of an operation, in a sentence about a service that does not support it. It loads with the row. */
export function OperationPath({ id }: { id: OperationId }) {
  const { data: path } = useQuery({
    queryKey: ["operation-path", id],
    queryFn: async () => (await operationRow(id)).path,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <span className="text-code">{path}</span>;
}
