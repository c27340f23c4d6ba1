import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppOperationId, type AppResultOf, appOperations } from "@/lib/api/contract/app/app-operations";
import { failureBody } from "@/lib/api/contract/errors/service-error";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { DashboardWithService } from "./dashboard-with-service";
import type { TestDashboard } from "./relay-dashboard";

let opened: DashboardWithService;
let app: TestDashboard;

beforeAll(async () => {
  opened = await DashboardWithService.open();
  app = opened.app;
});

afterAll(() => opened.close());

async function ok<Id extends AppOperationId>(id: Id, input: unknown, role: Role): Promise<AppResultOf<Id>> {
  const response = await app.app(id, input, role);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  // Checked by the result's own schema.
  return appOperations[id].result.parse(JSON.parse(text)) as AppResultOf<Id>;
}

async function refused(id: AppOperationId, input: unknown, role: Role) {
  const response = await app.app(id, input, role);
  return { http: response.status, ...failureBody.parse(await response.json()).error };
}

async function logsWith(key: string, project = "e/p"): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${opened.port}/calls/query_stats`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` },
    body: JSON.stringify({ project_id: project }),
  });
  return response.status;
}

describe("keys in the dashboard", () => {
  it("are shown once to the member who creates them, and work at the service within their limits", async () => {
    const made = await ok("serviceKeys.create", { name: "laptop", projects: ["e/p"] }, "member");
    expect(made).toMatchObject({ name: "laptop", ownerName: "member", projects: ["e/p"], isRevocable: true });
    expect([await logsWith(made.key), await logsWith(made.key, "e/other")]).toEqual([200, 403]);
    const { keys } = await ok("serviceKeys.list", {}, "viewer");
    expect(keys).toMatchObject([{ id: made.id, ownerName: "member", isRevocable: false }]);
    expect(JSON.stringify(keys)).not.toContain(made.key);
    expect(app.logLines.join("")).not.toContain(made.key);
    const { entries } = await ok("audit.list", { limit: 1, event: "key.created" }, "admin");
    expect(entries[0]).toMatchObject({ event: "key.created", actorName: "member", target: `${made.id} laptop` });
  });

  it("leave what they delete in the audit log, with the key, its user and how many", async () => {
    const { key } = await ok("serviceKeys.create", { name: "cleaner", projects: ["e/p"] }, "member");
    const response = await fetch(`http://127.0.0.1:${opened.port}/calls/delete`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` },
      body: JSON.stringify({ project_id: "e/p", call_ids: ["none"] }),
    });
    expect(response.status).toBe(200);
    const { entries, lacksKeys } = await ok("audit.list", { limit: 1 }, "admin");
    expect([entries[0]?.event, entries[0]?.actorName, lacksKeys]).toEqual(["calls.deleted", "member", false]);
    expect(entries[0]?.target).toMatch(/^key cleaner e\/p 1 selected \d+ deleted$/);
    expect(await ok("audit.check", {}, "admin")).toMatchObject({ problem: null });
  });

  it("have the permissions and the lifetime that were chosen", async () => {
    const input = { name: "reader", scopes: ["read"], lifetimeDays: 30 };
    const made = await ok("serviceKeys.create", input, "member");
    const lifetimeMs = Date.parse(made.expiresAt ?? "") - app.dashboard.now().getTime();
    expect(made.scopes).toEqual(["read"]);
    expect(Math.round(lifetimeMs / 86_400_000)).toBe(30);
    expect(await logsWith(made.key)).toBe(200);
    const response = await fetch(`http://127.0.0.1:${opened.port}/cost/purge`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.key}` },
      body: JSON.stringify({ project_id: "e/p", query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "x" }] } } }),
    });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining("permission admin")]);
    expect(await refused("serviceKeys.create", { ...input, scopes: [] }, "member")).toMatchObject({ http: 422 });
    expect(await refused("serviceKeys.create", { ...input, lifetimeDays: 1.5 }, "member")).toMatchObject({ http: 422 });
  });

  it("are revoked only by their owner or an admin", async () => {
    const [own, other] = [
      await ok("serviceKeys.create", { name: "own" }, "member"),
      await ok("serviceKeys.create", { name: "other" }, "admin"),
    ];
    expect(await refused("serviceKeys.revoke", { id: other.id }, "member")).toMatchObject({
      http: 403,
      reason: "role",
    });
    expect(await logsWith(other.key)).toBe(200);
    expect((await ok("serviceKeys.revoke", { id: own.id }, "member")).key.revokedAt).toEqual(expect.any(String));
    await ok("serviceKeys.revoke", { id: other.id }, "admin");
    expect([await logsWith(own.key), await logsWith(other.key)]).toEqual([401, 401]);
    const { entries } = await ok("audit.list", { limit: 1, event: "key.revoked" }, "admin");
    expect(entries[0]).toMatchObject({ event: "key.revoked", actorName: "admin", target: `${other.id} other` });
  });

  it("that do not exist are reported as missing", async () => {
    expect(await refused("serviceKeys.revoke", { id: "nobody00" }, "admin")).toMatchObject({ kind: "not-found" });
  });

  it("are not available through the relay", async () => {
    for (const operation of ["keys.list", "keys.create", "keys.revoke"]) {
      const method = operation === "keys.list" ? "GET" : "POST";
      const response = await app.call(operation, { role: "admin", method, ...(method === "POST" ? { body: {} } : {}) });
      expect([operation, response.status]).toEqual([operation, 404]);
    }
  });
});
