import { DEVICE_GRANT_TYPE } from "@/lib/auth/oauth/device-codes";
import { SCOPES } from "@/lib/auth/oauth/scopes";

/** The metadata of the dashboard as an authorization server (RFC 8414). */
export function serverMetadata(publicUrl: string): Readonly<Record<string, unknown>> {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    device_authorization_endpoint: `${publicUrl}/oauth/device-authorization`,
    userinfo_endpoint: `${publicUrl}/oauth/userinfo`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token", DEVICE_GRANT_TYPE],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: SCOPES,
    service_documentation: `${publicUrl}/settings/agents`,
  };
}
