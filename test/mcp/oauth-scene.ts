import { createHash, randomBytes } from "node:crypto";
import { clientAllowed } from "@/lib/api/contract/app/oauth-clients";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { handleMcp } from "@/lib/api/server/mcp/server/handle-mcp";
import { resourceMetadata } from "@/lib/api/server/mcp/server/resource-metadata";
import { handleDeviceAuthorization } from "@/lib/api/server/oauth/handle-device-authorization";
import { handleRegister } from "@/lib/api/server/oauth/handle-register";
import { handleRevoke } from "@/lib/api/server/oauth/handle-revoke";
import { handleToken } from "@/lib/api/server/oauth/handle-token";
import { handleUserinfo } from "@/lib/api/server/oauth/handle-userinfo";
import { OauthLimits } from "@/lib/api/server/oauth/oauth-limits";
import { serverMetadata } from "@/lib/api/server/oauth/server-metadata";
import { DEVICE_GRANT_TYPE } from "@/lib/auth/oauth/device-codes";
import type { Environment } from "@/lib/environment/environment";
import { ORIGIN, type TestDashboard } from "@/test/faults/relay-dashboard";
import { MCP_URL } from "./agent-client";

export const REDIRECT_URI = "http://127.0.0.1:41234/callback";

const HANDLERS = {
  "/oauth/register": handleRegister,
  "/oauth/token": handleToken,
  "/oauth/revoke": handleRevoke,
  "/oauth/device-authorization": handleDeviceAuthorization,
  "/oauth/userinfo": handleUserinfo,
};

const METADATA: Readonly<Record<string, (environment: Environment, headers: Headers) => object>> = {
  "/.well-known/oauth-protected-resource/api/mcp": resourceMetadata,
  "/.well-known/oauth-authorization-server": ({ publicUrl }) => serverMetadata(publicUrl),
};

/** Sends the requests of a client to the handlers of the dashboard's routes, without a port. */
export function fetchFromDashboard(app: TestDashboard, limits = new OauthLimits()): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const headers = new Headers(init?.headers);
    headers.set("host", url.host);
    const request = new Request(url, { ...init, headers });
    const metadata = METADATA[url.pathname];
    if (metadata) return Response.json(metadata(app.dashboard.environment, headers));
    if (url.pathname === "/api/mcp") return await handleMcp(app.dashboard, request);
    const handler = HANDLERS[url.pathname as keyof typeof HANDLERS];
    return handler ? await handler(app.dashboard, request, limits) : new Response(null, { status: 404 });
  };
}

export interface OauthAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of many shapes
  readonly body: any;
}

export interface ClientFlow {
  readonly clientId: string;
  readonly verifier: string;
  /** The query of the authorization request. */
  readonly query: URLSearchParams;
}

interface DeviceFlow {
  readonly clientId: string;
  readonly deviceCode: string;
  /** As the program shows it. */
  readonly userCode: string;
  readonly answer: OauthAnswer;
}

/** The steps of a client that signs in, one by one, so that each can go wrong. */
export class OauthScene {
  readonly #app: TestDashboard;
  readonly #fetch: typeof fetch;
  /** Every secret that was issued: none may be in the log. */
  readonly secrets: string[] = [];

  constructor(app: TestDashboard, limits = new OauthLimits()) {
    this.#app = app;
    this.#fetch = fetchFromDashboard(app, limits);
  }

  async #send(path: string, init: RequestInit): Promise<OauthAnswer> {
    const response = await this.#fetch(`${ORIGIN}${path}`, { method: "POST", ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }

  register(metadata: unknown, headers: Record<string, string> = {}): Promise<OauthAnswer> {
    const body = typeof metadata === "string" ? metadata : JSON.stringify(metadata);
    return this.#send("/oauth/register", { body, headers: { "content-type": "application/json", ...headers } });
  }

  async token(members: Record<string, string | undefined> | URLSearchParams): Promise<OauthAnswer> {
    const answer = await this.#send("/oauth/token", { body: formOf(members) });
    for (const name of ["access_token", "refresh_token"]) if (answer.body[name]) this.secrets.push(answer.body[name]);
    return answer;
  }

  revoke(members: Record<string, string | undefined>): Promise<OauthAnswer> {
    return this.#send("/oauth/revoke", { body: formOf(members) });
  }

  /** A registered client with an authorization request. */
  async begin(changes: Record<string, string | null> = {}): Promise<ClientFlow> {
    const registered = await this.register({ client_name: "Test agent", redirect_uris: [REDIRECT_URI] });
    const clientId: string = registered.body.client_id;
    const verifier = randomBytes(32).toString("base64url");
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      state: "a state",
      scope: "read write",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: MCP_URL,
    });
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    return { clientId, verifier, query };
  }

  /** Allows a client as a user with this role does, and returns the code. */
  async allow(
    { query }: ClientFlow,
    { role = "member", access = "read", workspaceId = null }: AllowOptions = {},
  ): Promise<string> {
    const input = { request: String(query), access, workspaceId };
    const response = await this.#app.app("oauthClients.allow", input, role);
    const { redirectTo } = clientAllowed.parse(await response.json());
    const code = new URL(redirectTo).searchParams.get("code") ?? "";
    this.secrets.push(code);
    return code;
  }

  /** Exchanges a code, with members of the request changed or, as undefined, left out. */
  exchange({ clientId, verifier }: ClientFlow, code: string, changes: Record<string, string | undefined> = {}) {
    return this.token({
      grant_type: "authorization_code",
      code,
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      resource: MCP_URL,
      ...changes,
    });
  }

  refresh({ clientId }: ClientFlow, refreshToken: string, changes: Record<string, string | undefined> = {}) {
    return this.token({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: clientId,
      resource: MCP_URL,
      ...changes,
    });
  }

  /** A program that waits for a short code to be entered. */
  async beginDevice(
    changes: Record<string, string | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<DeviceFlow> {
    const metadata = { client_name: "Test program", grant_types: [DEVICE_GRANT_TYPE, "refresh_token"] };
    const clientId: string = (await this.register(metadata)).body.client_id;
    const members = { client_id: clientId, scope: "read write", resource: MCP_URL, ...changes };
    const answer = await this.#send("/oauth/device-authorization", { body: formOf(members), headers });
    const { device_code: deviceCode, user_code: userCode } = answer.body;
    if (deviceCode !== undefined) this.secrets.push(deviceCode, userCode, userCode.replace("-", ""));
    return { clientId, deviceCode, userCode, answer };
  }

  /** Asks for the tokens of a program that waits. */
  poll({ clientId, deviceCode }: DeviceFlow, changes: Record<string, string | undefined> = {}): Promise<OauthAnswer> {
    return this.token({
      grant_type: DEVICE_GRANT_TYPE,
      client_id: clientId,
      device_code: deviceCode,
      resource: MCP_URL,
      ...changes,
    });
  }

  /** Allows a program as a user with this role does. */
  allowDevice({ userCode }: DeviceFlow, { role = "member", access = "read", workspaceId = null }: AllowOptions = {}) {
    return this.#app.app("oauthClients.allowDevice", { userCode, access, workspaceId }, role);
  }

  async userinfo(token: string): Promise<OauthAnswer> {
    const headers = { authorization: `Bearer ${token}` };
    return await this.#send("/oauth/userinfo", { method: "GET", headers });
  }

  /** A client with tokens. */
  async connect(options: AllowOptions = {}) {
    const flow = await this.begin();
    const { body } = await this.exchange(flow, await this.allow(flow, options));
    return { flow, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) };
  }

  /** The status of a request to the MCP server with this token. */
  async statusWith(token: string): Promise<number> {
    const response = await this.#fetch(MCP_URL, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    return response.status;
  }
}

interface AllowOptions {
  readonly role?: Role;
  readonly access?: "read" | "write";
  readonly workspaceId?: string | null;
}

function formOf(members: Record<string, string | undefined> | URLSearchParams): URLSearchParams {
  if (members instanceof URLSearchParams) return members;
  return new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
