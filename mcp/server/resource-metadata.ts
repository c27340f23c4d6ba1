/** Path of the MCP server on the dashboard. */
const MCP_PATH = "/api/mcp";

/** Where RFC 9728 places the metadata of a resource with a path. */
export function metadataUrl(publicUrl: string): string {
  return `${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/**
 * The metadata of the MCP server as a protected resource. It names no authorization server: keys are created in the
 * dashboard by their owner, not granted by OAuth.
 */
export function resourceMetadata(publicUrl: string): Readonly<Record<string, unknown>> {
  return {
    resource: `${publicUrl}${MCP_PATH}`,
    resource_name: "Heddle",
    bearer_methods_supported: ["header"],
    resource_documentation: `${publicUrl}/settings/agents`,
  };
}
