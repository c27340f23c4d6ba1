import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resourceMetadata } from "@/lib/api/server/mcp/server/resource-metadata";
import { OauthLimits } from "@/lib/api/server/oauth/oauth-limits";
import { serverMetadata } from "@/lib/api/server/oauth/server-metadata";
import { DEVICE_GRANT_TYPE } from "@/lib/auth/oauth/device-codes";
import { PEER_HEADER } from "@/lib/auth/peer-header";
import { findOauthClient, insertOauthClient } from "@/lib/database/oauth-clients";
import { ORIGIN, TestDashboard } from "@/test/faults/relay-dashboard";
import { MCP_URL } from "./agent-client";
import { OauthScene, REDIRECT_URI } from "./oauth-scene";

const DAY_MS = 24 * 60 * 60 * 1000;
const MANY = { points: 10_000, duration: 60 };
const WIDE = { perAddress: MANY, ofAll: MANY };

let app: TestDashboard;
let scene: OauthScene;

beforeAll(async () => {
  app = await TestDashboard.open();
  scene = new OauthScene(app, new OauthLimits({ registrations: WIDE, tokenRequests: WIDE }));
});

afterAll(() => app.close());

const metadata = (members: Record<string, unknown> = {}) => ({ redirect_uris: [REDIRECT_URI], ...members });

describe("the metadata", () => {
  it("leads from the MCP server to this dashboard as its authorization server", () => {
    const { environment } = app.dashboard;
    const at = (host: string) => resourceMetadata(environment, new Headers({ host }));
    expect(at("localhost:7700")).toMatchObject({ resource: MCP_URL, authorization_servers: [ORIGIN] });
    // Clients compare the resource with the address that they were given.
    expect(at("127.0.0.1:7700")).toMatchObject({
      resource: "http://127.0.0.1:7700/api/mcp",
      authorization_servers: [ORIGIN],
    });
    expect(at("evil.example")).toMatchObject({ resource: MCP_URL });
    expect(serverMetadata(ORIGIN)).toMatchObject({ issuer: ORIGIN, code_challenge_methods_supported: ["S256"] });
  });

  it("names the public address, whatever address a request came to", () => {
    const publicUrl = "https://heddle.example.org";
    for (const text of Object.values(serverMetadata(publicUrl))) {
      if (typeof text === "string") expect(text.startsWith(publicUrl)).toBe(true);
    }
  });
});

describe("the address of the consent page", () => {
  it("is reserved: no workspace takes the name oauth", async () => {
    const input = { connectionId: "local", projectId: "oauth/p", slug: "oauth" };
    expect((await app.app("workspaces.create", input)).status).toBe(422);
  });
});

describe("registration", () => {
  it("gives a client an id without a secret, and says what it may do", async () => {
    const { status, headers, body } = await scene.register(
      metadata({ client_name: "Agent", token_endpoint_auth_method: "client_secret_post", software_id: "x" }),
    );
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toContain("no-store");
    expect(body).toMatchObject({
      client_name: "Agent",
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    });
    expect(body.client_secret).toBeUndefined();
  });

  it.each([
    ["nothing", undefined, "Unnamed client"],
    ["white space", " \n ", "Unnamed client"],
    ["characters that turn text around", "Claude\u202e\u0000\u2028Code", "Claude Code"],
    ["a long text", "x".repeat(500), "x".repeat(80)],
  ])("shows a name made of %s in one short line", async (_name, client_name, shown) => {
    expect((await scene.register(metadata({ client_name }))).body.client_name).toBe(shown);
  });

  it.each([
    ["no address", metadata({ redirect_uris: [] }), "invalid_client_metadata"],
    ["an address of another kind", metadata({ redirect_uris: ["cursor://callback"] }), "invalid_redirect_uri"],
    [
      "one bad address of two",
      metadata({ redirect_uris: [REDIRECT_URI, "http://evil.example"] }),
      "invalid_redirect_uri",
    ],
    ["too many addresses", metadata({ redirect_uris: Array(11).fill(REDIRECT_URI) }), "invalid_client_metadata"],
    ["no code", metadata({ response_types: ["token"] }), "invalid_client_metadata"],
    ["another grant", metadata({ grant_types: ["client_credentials"] }), "invalid_client_metadata"],
    ["a list", [], "invalid_client_metadata"],
    ["text that is not JSON", "{", "invalid_request"],
    ["deep nesting", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`, "invalid_request"],
  ])("refuses %s with a code", async (_name, body, error) => {
    const answer = await scene.register(body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect(answer.body.error_description.length).toBeGreaterThan(10);
  });

  it("needs no address for a program that is allowed by a short code, and says what it may do", async () => {
    const { status, body } = await scene.register({ client_name: "Program", grant_types: [DEVICE_GRANT_TYPE] });
    expect([status, body.redirect_uris]).toEqual([201, []]);
    expect(body.grant_types).toEqual(["refresh_token", DEVICE_GRANT_TYPE]);
    const both = await scene.register(metadata({ grant_types: ["authorization_code", DEVICE_GRANT_TYPE] }));
    expect(both.body.grant_types).toEqual(["authorization_code", "refresh_token", DEVICE_GRANT_TYPE]);
  });

  it("refuses a large body, and a content type that a page of another site could send", async () => {
    expect((await scene.register(metadata({ x: "x".repeat(20_000) }))).status).toBe(413);
    expect((await scene.register(metadata(), { "content-type": "text/plain" })).status).toBe(415);
  });

  it("is limited by address and in all, and says when to come back", async () => {
    const few = { points: 2, duration: 60 };
    const from = (address: string) => ({ [PEER_HEADER]: address });
    const byAddress = new OauthScene(app, new OauthLimits({ registrations: { perAddress: few, ofAll: MANY } }));
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await byAddress.register(metadata(), from("a"))).status);
    expect(statuses).toEqual([201, 201, 429]);
    expect((await byAddress.register(metadata(), from("b"))).status).toBe(201);
    const inAll = new OauthScene(app, new OauthLimits({ registrations: { perAddress: MANY, ofAll: few } }));
    await inAll.register("{", from("c"));
    await inAll.register(metadata(), from("d"));
    const refused = await inAll.register(metadata(), from("e"));
    expect([refused.status, refused.body.error]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("forgets clients that nobody allowed: after a month, and the oldest of more than a thousand", async () => {
    const { database, now } = app.dashboard;
    const at = (ms: number) => new Date(now().getTime() + ms);
    const { flow } = await scene.connect();
    const add = (ms: number) => insertOauthClient(database, { name: "x", redirectUris: [REDIRECT_URI] }, at(ms));
    const stale = await add(0);
    const fresh = await add(31 * DAY_MS);
    expect(await findOauthClient(database, stale.id)).toBeUndefined();
    expect(await findOauthClient(database, fresh.id)).toBeDefined();
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      id: `flood ${index}`,
      name: "x",
      redirect_uris: "[]",
      created_at: at(31 * DAY_MS + index + 1).toISOString(),
    }));
    for (let start = 0; start < rows.length; start += 250) {
      await database
        .insertInto("oauth_client")
        .values(rows.slice(start, start + 250))
        .execute();
    }
    const newest = await add(32 * DAY_MS);
    expect(await findOauthClient(database, fresh.id)).toBeUndefined();
    expect(await findOauthClient(database, newest.id)).toBeDefined();
    expect(await findOauthClient(database, flow.clientId)).toBeDefined();
    const { count } = await database
      .selectFrom("oauth_client")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1001);
  });
});
