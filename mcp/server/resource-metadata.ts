import { mcpResource } from "@/lib/auth/oauth/oauth-addresses";
import { SCOPES } from "@/lib/auth/oauth/scopes";

/** The metadata of the MCP server as a protected resource (RFC 9728). The dashboard itself issues its tokens. */
export function resourceMetadata(publicUrl: string): Readonly<Record<string, unknown>> {
  return {
    resource: mcpResource(publicUrl),
    resource_name: "Heddle",
    authorization_servers: [publicUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_documentation: `${publicUrl}/settings/agents`,
  };
}
