import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";

/** The base URL of a connection's service, for programs that the user copies; a placeholder until it is loaded. */
export function useBaseUrl(connectionId: string): string {
  const { data } = useQuery(appQuery("connections.list", {}));
  return data?.connections.find(({ id }) => id === connectionId)?.baseUrl ?? "{base_url}";
}
