import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failureBody } from "@/lib/api/contract/errors/service-error";
import { OauthLimits } from "@/lib/api/server/oauth/oauth-limits";
import { readAgentSession } from "@/lib/auth/agent-key";
import { checkAuthorization } from "@/lib/auth/oauth/authorization-request";
import { listAudit } from "@/lib/database/audit";
import { listOauthGrants } from "@/lib/database/oauth-grants";
import { ORIGIN, TestDashboard } from "@/test/faults/relay-dashboard";
import { OauthScene, REDIRECT_URI } from "./oauth-scene";

const MANY = { points: 10_000, duration: 60 };
const WIDE = { perAddress: MANY, ofAll: MANY };
const DAY_MS = 24 * 60 * 60 * 1000;
const OTHER_VERIFIER = "v".repeat(43);

let app: TestDashboard;
let scene: OauthScene;
const START_MS = Date.UTC(2026, 10, 23);
let nowMs = START_MS;

beforeAll(async () => {
  app = await TestDashboard.open({}, { now: () => new Date(nowMs) });
  scene = new OauthScene(app, new OauthLimits({ registrations: WIDE, tokenRequests: WIDE }));
});

// A day later the users' own sessions would have ended.
beforeEach(() => {
  nowMs = START_MS;
});

afterAll(async () => {
  const { database } = app.dashboard;
  const stored = JSON.stringify([
    await database.selectFrom("oauth_code").selectAll().execute(),
    await database.selectFrom("oauth_token").selectAll().execute(),
    await database.selectFrom("audit").selectAll().execute(),
  ]);
  expect(scene.secrets.length).toBeGreaterThan(20);
  for (const secret of scene.secrets) {
    expect(stored).not.toContain(secret);
    expect(app.logLines.join("")).not.toContain(secret);
  }
  await app.close();
});

const check = (query: URLSearchParams) => checkAuthorization(app.dashboard.database, app.dashboard.environment, query);
const newestEntry = async () => (await listAudit(app.dashboard.database, { limit: 1 })).entries[0];
const sessionOf = (token: string) => readAgentSession(app.dashboard.database, `Bearer ${token}`, app.dashboard.now());

describe("an authorization request", () => {
  it.each([
    ["an unknown client", { client_id: "unknown" }, /not registered/],
    ["no client", { client_id: null }, /not registered/],
    ["an address of someone else", { redirect_uri: "https://evil.example/" }, /address to return to/],
    ["an address with another path", { redirect_uri: "http://127.0.0.1:41234/other" }, /address to return to/],
    ["no address", { redirect_uri: null }, /address to return to/],
  ])("with %s leads nowhere", async (_name, changes, message) => {
    const { query } = await scene.begin(changes);
    expect((await check(query)).refused).toEqual({ message: expect.stringMatching(message), returnUrl: null });
  });

  it("with two values of one parameter leads nowhere", async () => {
    const { query } = await scene.begin();
    query.append("redirect_uri", "https://evil.example/");
    expect((await check(query)).refused?.returnUrl).toBeNull();
  });

  it.each([
    ["another kind of answer", { response_type: "token" }, "unsupported_response_type"],
    ["no challenge", { code_challenge: null }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without its method", { code_challenge_method: null }, "invalid_request"],
    ["a challenge of another length", { code_challenge: "short" }, "invalid_request"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["the whole dashboard as resource", { resource: `${ORIGIN}/` }, "invalid_target"],
    ["unknown rights only", { scope: "admin" }, "invalid_scope"],
    ["a state without end", { state: "x".repeat(5000) }, "invalid_request"],
  ])("with %s has an answer for the client, which is not sent by itself", async (_name, changes, error) => {
    const { query } = await scene.begin(changes);
    const { refused } = await check(query);
    const url = new URL(refused?.returnUrl ?? "");
    expect(url.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    expect([url.searchParams.get("error"), url.searchParams.get("iss")]).toEqual([error, ORIGIN]);
    expect(url.searchParams.has("code")).toBe(false);
  });

  it("may name the MCP server by each of its addresses on this machine", async () => {
    const { query } = await scene.begin({ resource: "http://127.0.0.1:7700/api/mcp" });
    expect((await check(query)).request).toBeDefined();
  });

  it("may use another port on the client's own machine, and leave out state, scope and resource", async () => {
    const { query } = await scene.begin({
      redirect_uri: "http://127.0.0.1:50000/callback",
      state: null,
      scope: null,
      resource: null,
    });
    expect((await check(query)).request).toMatchObject({ state: null, access: "write" });
  });
});

describe("the consent", () => {
  const allow = async (
    query: URLSearchParams,
    changes: Record<string, unknown> = {},
    headers = {},
    role = "member",
  ) => {
    const input = { request: String(query), access: "read", workspaceId: null, ...changes };
    const response = await app.app("oauthClients.allow", input, role as "member", headers);
    return response.ok ? null : { http: response.status, ...failureBody.parse(await response.json()).error };
  };

  it("needs a signed-in user on a page of the dashboard", async () => {
    const { query } = await scene.begin();
    expect(await allow(query, {}, { "sec-fetch-site": "cross-site" })).toMatchObject({ http: 403 });
    expect(await allow(query, {}, { origin: "https://evil.example" })).toMatchObject({ http: 403 });
    const input = { request: String(query), access: "read", workspaceId: null };
    expect((await app.app("oauthClients.allow", input, null)).status).toBe(401);
  });

  it("checks the request again, so that a page cannot be talked into another address", async () => {
    const { query } = await scene.begin({ redirect_uri: "https://evil.example/" });
    expect(await allow(query)).toMatchObject({ http: 422, detail: [{ loc: ["body", "request"] }] });
  });

  it("gives no more than the client asked for, and no more than the user's role has", async () => {
    const reading = await scene.begin({ scope: "read" });
    expect(await allow(reading.query, { access: "write" })).toMatchObject({ http: 422 });
    const writing = await scene.begin();
    expect(await allow(writing.query, { access: "write" }, {}, "viewer")).toMatchObject({ http: 403, reason: "role" });
    expect(await allow(writing.query, { workspaceId: "none" })).toMatchObject({ http: 422 });
  });

  it("is written to the audit log", async () => {
    await scene.allow(await scene.begin(), { access: "write" });
    expect(await newestEntry()).toMatchObject({
      event: "oauth-client.allowed",
      actorName: "member",
      target: "Test agent (write)",
    });
  });
});

describe("a code", () => {
  it.each([
    ["another verifier", { code_verifier: OTHER_VERIFIER }],
    ["another address", { redirect_uri: "http://127.0.0.1:50000/callback" }],
  ])("is refused with %s, and then does not work any more", async (_name, changes) => {
    const flow = await scene.begin();
    const code = await scene.allow(flow);
    const refused = await scene.exchange(flow, code, changes);
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_grant"]);
    expect((await scene.exchange(flow, code)).body.error).toBe("invalid_grant");
  });

  it("is refused from another client, and then does not work any more", async () => {
    const [flow, other] = [await scene.begin(), await scene.begin()];
    const code = await scene.allow(flow);
    const stolen = await scene.exchange(flow, code, { client_id: other.clientId });
    expect(stolen.body.error).toBe("invalid_grant");
    expect((await scene.exchange(flow, code)).body.error).toBe("invalid_grant");
  });

  it.each([
    ["another resource", { resource: "https://other.example/mcp" }, 400, "invalid_target"],
    ["no verifier", { code_verifier: undefined }, 400, "invalid_request"],
    ["a short verifier", { code_verifier: "short" }, 400, "invalid_request"],
    ["no address", { redirect_uri: undefined }, 400, "invalid_request"],
    ["no client", { client_id: undefined }, 400, "invalid_request"],
    ["an unknown client", { client_id: "unknown" }, 401, "invalid_client"],
    ["no grant type", { grant_type: undefined }, 400, "invalid_request"],
    ["another grant type", { grant_type: "client_credentials" }, 400, "unsupported_grant_type"],
  ])("is not used up by a request with %s", async (_name, changes, status, error) => {
    const flow = await scene.begin();
    const code = await scene.allow(flow);
    const refused = await scene.exchange(flow, code, changes);
    expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect((await scene.exchange(flow, code)).status).toBe(200);
  });

  it("expires after a minute", async () => {
    const flow = await scene.begin();
    const code = await scene.allow(flow);
    nowMs += 60_000;
    expect((await scene.exchange(flow, code)).body).toMatchObject({ error: "invalid_grant" });
  });

  it("works once: a second use ends the connection and is written to the audit log", async () => {
    const flow = await scene.begin();
    const code = await scene.allow(flow);
    const { body } = await scene.exchange(flow, code);
    expect(await scene.statusWith(body.access_token)).toBe(200);
    expect((await scene.exchange(flow, code)).body.error).toBe("invalid_grant");
    expect(await scene.statusWith(body.access_token)).toBe(401);
    expect((await scene.refresh(flow, body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await newestEntry()).toMatchObject({ event: "oauth-client.token-reused", isAllowed: false });
  });

  it("gives tokens to one of two requests that arrive together", async () => {
    const flow = await scene.begin();
    const code = await scene.allow(flow);
    const answers = await Promise.all([scene.exchange(flow, code), scene.exchange(flow, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("is not accepted in a body that names a parameter twice, or of another type", async () => {
    const form = new URLSearchParams([
      ["grant_type", "authorization_code"],
      ["grant_type", "refresh_token"],
    ]);
    expect((await scene.token(form)).body.error).toBe("invalid_request");
  });
});

describe("a refresh token", () => {
  it("is exchanged once for new tokens of the same rights", async () => {
    const { flow, refreshToken } = await scene.connect({ access: "write" });
    const { status, headers, body } = await scene.refresh(flow, refreshToken);
    expect([status, body.scope, body.token_type]).toEqual([200, "read write", "Bearer"]);
    expect(headers.get("cache-control")).toContain("no-store");
    expect(await scene.statusWith(body.access_token)).toBe(200);
    expect((await scene.refresh(flow, body.refresh_token)).status).toBe(200);
  });

  it("ends the connection when it is used a second time", async () => {
    const { flow, refreshToken } = await scene.connect();
    const { body } = await scene.refresh(flow, refreshToken);
    expect((await scene.refresh(flow, refreshToken)).body.error).toBe("invalid_grant");
    expect(await scene.statusWith(body.access_token)).toBe(401);
    expect((await scene.refresh(flow, body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await newestEntry()).toMatchObject({ event: "oauth-client.token-reused", target: "Test agent" });
  });

  it("works for its own client and resource only, and not as an access token", async () => {
    const { flow, refreshToken, accessToken } = await scene.connect();
    const other = await scene.begin();
    expect((await scene.refresh(other, refreshToken)).body.error).toBe("invalid_grant");
    const elsewhere = await scene.refresh(flow, refreshToken, { resource: "https://other.example" });
    expect(elsewhere.body.error).toBe("invalid_target");
    expect((await scene.refresh(flow, accessToken)).body.error).toBe("invalid_grant");
    expect(await scene.statusWith(refreshToken)).toBe(401);
    expect((await scene.refresh(flow, refreshToken)).status).toBe(200);
  });

  it("expires when the client is not used for thirty days", async () => {
    const { flow, refreshToken } = await scene.connect();
    nowMs += 30 * DAY_MS;
    expect((await scene.refresh(flow, refreshToken)).body.error).toBe("invalid_grant");
    expect(await listOauthGrants(app.dashboard.database, null, app.dashboard.now())).toEqual([]);
  });
});

describe("an access token", () => {
  it("expires after an hour", async () => {
    const { accessToken } = await scene.connect();
    nowMs += 60 * 60 * 1000 - 1;
    expect(await scene.statusWith(accessToken)).toBe(200);
    nowMs += 1;
    expect(await scene.statusWith(accessToken)).toBe(401);
  });

  it("acts with the role that its user has now, and never as an admin", async () => {
    const ofAdmin = await scene.connect({ role: "admin", access: "write" });
    expect((await sessionOf(ofAdmin.accessToken))?.session.user.role).toBe("member");
    const ofMember = await scene.connect({ access: "write" });
    expect((await sessionOf(ofMember.accessToken))?.session.user.role).toBe("member");
    const id = await app.userId("member");
    await app.app("users.setRole", { id, role: "viewer" });
    expect((await sessionOf(ofMember.accessToken))?.session.user.role).toBe("viewer");
    await app.app("users.setRole", { id, role: "member" });
    const reading = await scene.connect();
    expect(await sessionOf(reading.accessToken)).toMatchObject({
      isReadOnly: true,
      session: { user: { role: "viewer" } },
    });
  });

  it("reads only the workspace that was chosen, and ends with it", async () => {
    const created = await app.app("workspaces.create", { connectionId: "local", projectId: "one/p" });
    const { workspace } = (await created.json()) as { workspace: { id: string } };
    const { accessToken } = await scene.connect({ workspaceId: workspace.id });
    expect((await sessionOf(accessToken))?.workspaceId).toBe(workspace.id);
    await app.app("workspaces.delete", { id: workspace.id });
    expect(await sessionOf(accessToken)).toBeUndefined();
  });

  it("ends with the account of its user, and so does a code", async () => {
    const { flow, accessToken, refreshToken } = await scene.connect({ role: "viewer" });
    const waiting = await scene.begin();
    const code = await scene.allow(waiting, { role: "viewer" });
    await app.app("users.remove", { id: await app.userId("viewer") });
    expect(await scene.statusWith(accessToken)).toBe(401);
    expect((await scene.refresh(flow, refreshToken)).body.error).toBe("invalid_grant");
    expect((await scene.exchange(waiting, code)).body.error).toBe("invalid_grant");
  });

  it("is replaced when the same user connects the same client again", async () => {
    const { flow, accessToken } = await scene.connect();
    await scene.exchange(flow, await scene.allow(flow));
    expect(await scene.statusWith(accessToken)).toBe(401);
    const listed = (await (await app.app("oauthClients.list", {}, "member")).json()) as { clients: unknown[] };
    const { count } = await app.dashboard.database
      .selectFrom("oauth_grant")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("client_id", "=", flow.clientId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    expect(listed.clients.length).toBeGreaterThan(0);
  });
});

describe("revocation", () => {
  it("of a refresh token ends the connection, that of an access token only the token", async () => {
    const { flow, accessToken, refreshToken } = await scene.connect();
    const client_id = flow.clientId;
    expect((await scene.revoke({ client_id, token: accessToken })).status).toBe(200);
    expect(await scene.statusWith(accessToken)).toBe(401);
    const { body } = await scene.refresh(flow, refreshToken);
    expect((await scene.revoke({ client_id, token: body.refresh_token })).status).toBe(200);
    expect(await scene.statusWith(body.access_token)).toBe(401);
    expect(await newestEntry()).toMatchObject({ event: "oauth-client.disconnected", actorName: "member" });
  });

  it("answers alike for unknown tokens and those of other clients, and leaves them alone", async () => {
    const { accessToken, refreshToken } = await scene.connect();
    const { clientId: client_id } = await scene.begin();
    for (const token of [refreshToken, accessToken, "unknown"]) {
      expect(await scene.revoke({ client_id, token })).toMatchObject({ status: 200, body: null });
    }
    expect(await scene.statusWith(accessToken)).toBe(200);
    expect((await scene.revoke({ client_id })).body.error).toBe("invalid_request");
  });
});

describe("connected clients", () => {
  it("are listed with their last use, and disconnected by their user or an admin only", async () => {
    const { accessToken } = await scene.connect({ role: "admin" });
    await scene.statusWith(accessToken);
    type Listed = { clients: { id: string; ownerName: string; lastUsedAt: string | null }[] };
    const list = async (role: "admin" | "member") =>
      (await (await app.app("oauthClients.list", {}, role)).json()) as Listed;
    const grantId = (await sessionOf(accessToken))?.keyId;
    const own = (await list("admin")).clients.find(({ id }) => id === grantId);
    expect(own?.lastUsedAt).toBe(new Date(nowMs).toISOString());
    expect((await list("member")).clients.map(({ ownerName }) => ownerName)).not.toContain("admin");
    expect((await app.app("oauthClients.disconnect", { id: own?.id }, "member")).status).toBe(404);
    expect((await app.app("oauthClients.disconnect", { id: own?.id }, "admin")).status).toBe(200);
    expect(await scene.statusWith(accessToken)).toBe(401);
    expect(await newestEntry()).toMatchObject({ event: "oauth-client.disconnected", target: "Test agent" });
  });
});

describe("token requests", () => {
  it("are limited by address before they are read", async () => {
    const few = { perAddress: { points: 1, duration: 60 }, ofAll: MANY };
    const limited = new OauthScene(app, new OauthLimits({ registrations: WIDE, tokenRequests: few }));
    expect((await limited.token({})).status).toBe(400);
    const refused = await limited.revoke({});
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });
});
