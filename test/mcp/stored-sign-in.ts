import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

/** The data that an agent with the SDK's client stores between starts, and the page that it opens for its user. */
export class StoredSignIn implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  readonly #mcpUrl: string;
  readonly #fetch: typeof fetch;
  /** The page that the user is asked on. */
  opened: URL | undefined;
  stored: OAuthTokens | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = "";

  constructor(mcpUrl: string, redirectUrl: string, fetchFrom: typeof fetch = fetch) {
    this.#mcpUrl = mcpUrl;
    this.#fetch = fetchFrom;
    this.redirectUrl = redirectUrl;
    this.clientMetadata = {
      client_name: "Test agent",
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }

  state = () => "state of the client";
  clientInformation = () => this.#client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client;
  }
  tokens = () => this.stored;
  saveTokens(tokens: OAuthTokens) {
    this.stored = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  invalidateCredentials(scope: string) {
    if (scope === "all" || scope === "tokens") this.stored = undefined;
    if (scope === "all" || scope === "client") this.#client = undefined;
  }

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(this.#mcpUrl), { fetch: this.#fetch, authProvider: this });
  }

  /** Connects the SDK's client. @throws UnauthorizedError when the user has to be asked first */
  async connect(): Promise<Client> {
    const client = new Client({ name: "test-agent", version: "1.0.0" });
    // The SDK's own types differ under exactOptionalPropertyTypes.
    await client.connect(this.#transport() as Parameters<Client["connect"]>[0]);
    return client;
  }

  /** Exchanges the code of the answer that the client received. */
  async finish(answer: URL): Promise<void> {
    await this.#transport().finishAuth(answer.searchParams.get("code") ?? "");
  }
}
