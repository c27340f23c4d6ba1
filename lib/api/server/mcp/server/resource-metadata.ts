import { mcpResource, requestOrigin } from "@/lib/auth/oauth/oauth-addresses";
import { SCOPES } from "@/lib/auth/oauth/scopes";
import type { Addresses } from "@/lib/environment/dashboard-origin";

/** The metadata of the MCP server as a protected resource (RFC 9728). The dashboard itself issues its tokens. */
export function resourceMetadata(addresses: Addresses, headers: Headers): Readonly<Record<string, unknown>> {
  const { publicUrl } = addresses;
  return {
    resource: mcpResource(requestOrigin(addresses, headers)),
    resource_name: "Heddle",
    authorization_servers: [publicUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_documentation: `${publicUrl}/settings/agents`,
  };
}
