import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { createRouter } from "@/service/http/router";
import { createKeyVerifier } from "@/service/kernel/access/key-verifier";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { handleGraphql } from "./graphql";
import { createKeyHandler } from "./keys-create";
import { listKeysHandler } from "./keys-list";
import { revokeKeyHandler } from "./keys-revoke";

const TOKEN = "local-token-of-a-test";
const asDashboard = { authorization: `Bearer ${TOKEN}`, "x-heddle-user": "person-1" };

let place: TemporaryState;
let state: ServiceState;
/** The time of the service's clock. */
let nowMs: number;
let router: ReturnType<typeof createRouter>;

beforeEach(async () => {
  place = await openTemporaryState();
  ({ state } = place);
  nowMs = Date.parse("2026-11-20T10:00:00Z");
  router = createRouter({
    services: { imports: new UnfinishedImports() } as Services,
    // Tests call only the operations of this file.
    handlers: {
      "keys.list": listKeysHandler(state),
      "keys.create": createKeyHandler(state),
      "keys.revoke": revokeKeyHandler(state),
      graphql: handleGraphql,
    } as Partial<Handlers> as Handlers,
    keys: createKeyVerifier({
      state,
      dataFolder: place.folder,
      onLastUsedWriteFailed: () => undefined,
      now: () => nowMs,
    }),
    localToken: TOKEN,
    log: pino({ level: "silent" }),
  });
});

afterEach(async () => {
  await place.remove();
});

async function ask(path: string, body?: unknown, headers: Record<string, string> = asDashboard) {
  const answer = await router.request(path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const QUESTION = { query: "query { viewer { username } }" };

async function use(key: string): Promise<number> {
  return (await ask("/graphql", QUESTION, { authorization: `Bearer ${key}` })).status;
}

describe("keys of the embedded service, managed by the dashboard", () => {
  it("belong to the acting user, work immediately, and are in clear text in one response only", async () => {
    const made = await ask("/keys/create", { name: "ci", projects: ["demo/airline"] });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ name: "ci", user_id: "person-1", projects: ["demo/airline"], revoked_at: null });
    expect(await use(made.body.key)).toBe(200);
    const listed = await ask("/keys/list");
    expect(listed.body.keys).toMatchObject([{ id: made.body.id, name: "ci" }]);
    expect(JSON.stringify(listed.body)).not.toContain(made.body.key);
  });

  it("are refused from the next request on after they were revoked, and stay in the list", async () => {
    const { body: made } = await ask("/keys/create", { name: "ci" });
    expect(await use(made.key)).toBe(200);
    const revoked = await ask("/keys/revoke", { id: made.id });
    expect(revoked.body.revoked_at).toEqual(expect.any(String));
    // PostgreSQL is asked once a second.
    if (place.url !== undefined) nowMs += 1_000;
    expect(await use(made.key)).toBe(401);
    expect((await ask("/keys/list")).body.keys).toMatchObject([{ id: made.id, revoked_at: revoked.body.revoked_at }]);
  });

  it("cannot be revoked with an unknown id", async () => {
    expect(await ask("/keys/revoke", { id: "nobody00" })).toMatchObject({
      status: 404,
      body: { reason: expect.stringContaining("nobody00") },
    });
  });

  it.each([
    ["no name", {}],
    ["an empty name", { name: "  " }],
    ["a name that is too long", { name: "n".repeat(129) }],
    ["a project without an entity", { name: "ci", projects: ["airline"] }],
    ["a limit to nothing", { name: "ci", projects: [] }],
  ])("are not created from %s", async (_what, body) => {
    expect((await ask("/keys/create", body)).status).toBe(422);
    expect((await ask("/keys/list")).body.keys).toEqual([]);
  });
});

describe("an operation for the dashboard only", () => {
  const rows = allOperations.filter(({ id, audience }) => audience === "dashboard" && id.startsWith("keys."));

  it("is refused to every key, also to one without limits", async () => {
    const { body: made } = await ask("/keys/create", { name: "ci" });
    expect(rows.map(({ id }) => id)).toEqual(["keys.list", "keys.create", "keys.revoke"]);
    for (const { path, method, example } of rows) {
      const body = method === "GET" ? undefined : example.body;
      const answer = await ask(path, body, { authorization: `Bearer ${made.key}`, "x-heddle-user": "person-1" });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect((await ask("/keys/list")).body.keys).toHaveLength(1);
  });

  it("is not part of the description for clients", async () => {
    const { paths } = await (await router.request("/openapi.json")).json();
    expect(Object.keys(paths)).toEqual(["/graphql"]);
  });
});
