import { type Addresses, dashboardOrigins } from "@/lib/environment/dashboard-origin";

/** Path of the MCP server on the dashboard: the one resource that tokens are for. */
const MCP_PATH = "/api/mcp";

/**
 * Returns the origin under which a request reached the dashboard: one of its names, since clients compare the metadata
 * with the address that they were given. For any other name, the public address.
 */
export function requestOrigin(addresses: Addresses, headers: Headers): string {
  const { publicUrl } = addresses;
  const origin = `${new URL(publicUrl).protocol}//${headers.get("host") ?? ""}`;
  return dashboardOrigins(addresses).has(origin) ? origin : publicUrl;
}

/** The identifier of the MCP server as a protected resource: its address (RFC 8707, RFC 9728). */
export function mcpResource(origin: string): string {
  return `${origin}${MCP_PATH}`;
}

/** Where RFC 9728 places the metadata of a resource with a path. */
export function resourceMetadataUrl(origin: string): string {
  return `${origin}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/** Returns whether a resource parameter names the MCP server; clients may leave it out, since there is only one. */
export function isOurResource(addresses: Addresses, resource: string | null): boolean {
  return resource === null || [...dashboardOrigins(addresses)].some((origin) => resource === mcpResource(origin));
}
