import { encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { allAppOperations } from "@/lib/api/contract/app/app-operations";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations } from "@/lib/api/contract/operations";
import { cookieName } from "@/lib/auth/session-cookie";
import { createSession, endSession } from "@/lib/database/sessions";
import { type CallOptions, TestDashboard } from "@/test/faults/relay-dashboard";
import { startRelay } from "@/test/faults/relay-test-setup";
import type { Upstream } from "@/test/faults/relay-upstream";
import { createAgentKeyFor } from "@/test/mcp/agent-key-for";

let app: TestDashboard;
let upstream: Upstream;
let connection: string;

startRelay({}, (scene) => {
  ({ app, upstream, connection } = scene);
});

/** Requests without a live session of this dashboard. */
const strangers: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  "no cookie": async () => ({}),
  "a session that was ended": async () => {
    const { database, sessionSecret, environment } = app.dashboard;
    const sub = await app.userId("admin");
    const sid = await createSession(database, sub, app.dashboard.now());
    const token = await encode({ token: { sub, sid, role: "admin" }, secret: sessionSecret });
    await endSession(database, sid);
    return { cookie: `${cookieName(environment, "session")}=${token}` };
  },
  "the session of an admin of another dashboard": async () => {
    const other = await TestDashboard.open();
    const cookie = await other.cookie("admin");
    await other.close();
    return { cookie };
  },
  "a key for agents": async () => {
    const { key } = await createAgentKeyFor(app, "admin", { access: "write" });
    return { authorization: `Bearer ${key}`, cookie: `${cookieName(app.dashboard.environment, "session")}=${key}` };
  },
};

/** Returns a page's request for a row: its example. */
function exampleOf({ method, body, example }: Operation): CallOptions {
  const search = { ...example.params, ...(example.query as Record<string, string> | undefined) };
  const texts = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
  return { method, search: texts, ...(body.kind === "none" ? {} : { body: example.body ?? {} }) };
}

/** Returns the role that a row requires: its own, otherwise the one that its effect implies. */
const neededOf = ({ role, effect }: Operation): Role => role ?? (effect === "read" ? "viewer" : "member");

const isBelow = (role: Role, needed: Role) => roles.indexOf(role) < roles.indexOf(needed);

async function answerOf(operation: Operation, options: Partial<CallOptions>): Promise<Response> {
  const response = await app.call(operation.id, { connection, ...exampleOf(operation), ...options });
  await response.body?.cancel();
  return response;
}

async function statusOf(operation: Operation, options: Partial<CallOptions>): Promise<number> {
  return (await answerOf(operation, options)).status;
}

describe("each operation of a service, through the dashboard", () => {
  it.each(roles)("answers a user with the role %s as its row says", async (role) => {
    for (const operation of allOperations) {
      upstream.seen.length = 0;
      const status = await statusOf(operation, { role });
      const refusal = operation.audience === "dashboard" ? 404 : isBelow(role, neededOf(operation)) ? 403 : null;
      expect([operation.id, [403, 404].includes(status) ? status : null]).toEqual([operation.id, refusal]);
      if (refusal !== null) expect([operation.id, upstream.seen.length]).toEqual([operation.id, 0]);
    }
  });

  it("has the type of its row, whatever the service says, and that of JSON when it fails", async () => {
    const types: Readonly<Record<Operation["result"]["kind"], string>> = {
      json: "application/json; charset=utf-8",
      jsonl: "application/jsonl; charset=utf-8",
      bytes: "application/octet-stream",
      media: "application/json; charset=utf-8",
    };
    for (const status of [200, 500]) {
      upstream.json(status, {}, { "content-type": "text/javascript" });
      for (const operation of allOperations.filter(({ audience }) => audience === "clients")) {
        const response = await answerOf(operation, { role: "admin" });
        const type = response.ok ? types[operation.result.kind] : types.json;
        expect([operation.id, response.headers.get("content-type")]).toEqual([operation.id, type]);
        expect([operation.id, response.headers.get("x-content-type-options")]).toEqual([operation.id, "nosniff"]);
      }
    }
  });

  it.each(Object.keys(strangers))("is refused to %s before the service is asked", async (stranger) => {
    const headers = (await strangers[stranger]?.()) ?? {};
    for (const operation of allOperations) {
      expect([operation.id, await statusOf(operation, { role: null, headers })]).toEqual([operation.id, 401]);
    }
    expect(upstream.seen).toEqual([]);
  });
});

describe("each operation of the dashboard", () => {
  it.each(roles)("answers a user with the role %s as its row says", async (role) => {
    for (const row of allAppOperations) {
      const { status, headers } = await app.app(row.id, {}, role);
      expect([row.id, headers.get("content-type")]).toEqual([row.id, "application/json; charset=utf-8"]);
      const isRefused = row.role !== "anyone" && isBelow(role, row.role);
      expect([row.id, status === 403]).toEqual([row.id, isRefused]);
    }
  });

  it.each(Object.keys(strangers))("is refused to %s, except for the links that create accounts", async (stranger) => {
    const headers = (await strangers[stranger]?.()) ?? {};
    for (const row of allAppOperations) {
      const { status } = await app.app(row.id, {}, null, headers);
      expect([row.id, status === 401]).toEqual([row.id, row.role !== "anyone"]);
    }
    const open = allAppOperations.filter(({ role }) => role === "anyone").map(({ id }) => id);
    expect(open).toEqual(["setup.check", "setup.complete", "setup.password"]);
  });
});

describe("the operations table", () => {
  it("has no operation that changes something and can be called by a link", () => {
    expect(allOperations.filter(({ method, effect }) => method === "GET" && effect === "write")).toEqual([]);
  });
});
