/** Path of the MCP server on the dashboard: the one resource that tokens are for. */
const MCP_PATH = "/api/mcp";

/** The identifier of the MCP server as a protected resource: its address (RFC 8707, RFC 9728). */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}${MCP_PATH}`;
}

/** Where RFC 9728 places the metadata of a resource with a path. */
export function resourceMetadataUrl(publicUrl: string): string {
  return `${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/** Returns whether a resource parameter names the MCP server; clients may leave it out, since there is only one. */
export function isOurResource(publicUrl: string, resource: string | null): boolean {
  return resource === null || resource === mcpResource(publicUrl);
}
