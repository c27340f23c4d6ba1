import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";

/** The address of a connection's service, for programs that a person copies; a placeholder while it is not known. */
export function useBaseUrl(connectionId: string): string {
  const { data } = useQuery(appQuery("connections.list", {}));
  return data?.connections.find(({ id }) => id === connectionId)?.baseUrl ?? "{base_url}";
}
