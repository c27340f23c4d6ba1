import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Role, roles } from "@/lib/api/contract/app-operation";
import {
  type AppOperationId,
  type AppResultOf,
  allAppOperations,
  appOperations,
} from "@/lib/api/contract/app-operations";
import { allOperations } from "@/lib/api/contract/operations";
import { failureBody, type ServiceFailure } from "@/lib/api/contract/service-error";
import { openDashboard, SecretKeyChanged } from "@/lib/api/server/dashboard";
import { handleHealth } from "@/lib/api/server/health";
import { invite } from "@/lib/auth/first-access";
import { createInvitation } from "@/lib/database/account-links";
import { readEnvironment } from "@/lib/environment/environment";
import { TestDashboard } from "./relay-dashboard";
import { Upstream } from "./relay-upstream";

// Accounts are made with real password hashes.
vi.setConfig({ testTimeout: 30_000 });

const PASSWORD = "CANARY-app-password";
const TOKEN = "CANARY-app-token";

let app: TestDashboard;
let upstream: Upstream;
let count = 0;

beforeAll(async () => {
  app = await TestDashboard.open();
});

beforeEach(async () => {
  upstream = await Upstream.start();
});

afterEach(async () => {
  await upstream.stop();
  expect(app.logLines.join("")).not.toContain("CANARY");
});

afterAll(() => app.close());

async function ok<Id extends AppOperationId>(
  id: Id,
  input: unknown = {},
  role: Role = "admin",
): Promise<AppResultOf<Id>> {
  const response = await app.app(id, input, role);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  expect(text).not.toContain("CANARY");
  // The result's own schema has just checked it.
  return appOperations[id].result.parse(JSON.parse(text)) as AppResultOf<Id>;
}

async function refused(id: string, input: unknown = {}, role: Role | null = "admin") {
  const response = await app.app(id, input, role);
  const text = await response.text();
  expect(text).not.toContain("CANARY");
  const { error }: { error: ServiceFailure } = failureBody.parse(JSON.parse(text));
  return { http: response.status, ...error, locs: error.detail?.map((item) => item.loc.join(".")) };
}

function newInput(changes: Record<string, unknown> = {}) {
  count += 1;
  return {
    name: `service ${count}`,
    baseUrl: upstream.url,
    dialect: "svc",
    basic: { username: "user", password: PASSWORD },
    bearer: { token: TOKEN },
    ...changes,
  };
}

async function newConnection(changes: Record<string, unknown> = {}) {
  return (await ok("connections.create", newInput(changes))).connection;
}

describe("who may do what", () => {
  it("follows from each row: below its role 403, without a session 401, above it anything else", async () => {
    for (const row of allAppOperations) {
      if (row.role === "anyone") continue;
      expect([row.id, (await refused(row.id, {}, null)).kind]).toEqual([row.id, "signed-out"]);
      for (const role of roles) {
        const response = await app.app(row.id, {}, role);
        const mayNot = roles.indexOf(role) < roles.indexOf(row.role);
        expect([row.id, role, response.status === 403]).toEqual([row.id, role, mayNot]);
      }
    }
  });

  it("is written into the audit log when it was denied", async () => {
    await app.app("connections.create", newInput(), "viewer");
    const { entries } = await ok("audit.list", { limit: 1 });
    expect(entries[0]).toMatchObject({ event: "operation.denied", target: "connections.create", isAllowed: false });
  });

  it("is nobody of another site, for reads too", async () => {
    for (const row of allAppOperations) {
      const response = await app.app(row.id, {}, "admin", { "sec-fetch-site": "cross-site" });
      expect([row.id, response.status]).toEqual([row.id, 403]);
    }
  });

  it("is nothing that has no row", async () => {
    for (const id of ["connections.reveal", "__proto__", "toString", ""]) {
      expect(await refused(id)).toMatchObject({ http: 404, kind: "not-found" });
    }
  });
});

describe("input", () => {
  it("with a member that no row names is refused: roles and ids cannot be slipped in", async () => {
    expect(await refused("connections.create", newInput({ id: "mine" }))).toMatchObject({ http: 422, locs: ["body"] });
    expect(
      await refused(
        "setup.complete",
        { token: "t", name: "n", email: "a@example.org", password: "x".repeat(12), role: "admin" },
        null,
      ),
    ).toMatchObject({ http: 422 });
  });

  it("that is not JSON, or no form of it that we take, is refused", async () => {
    expect(await refused("connections.list", "{")).toMatchObject({ http: 422 });
    const response = await app.app("connections.list", {}, "admin", { "content-type": "text/plain" });
    expect(response.status).toBe(415);
  });
});

describe("connections", () => {
  it("begin with the embedded service, which cannot be changed or removed", async () => {
    const [local] = (await ok("connections.list", {}, "viewer")).connections;
    expect(local).toMatchObject({ id: "local", isBuiltIn: true, dialect: "svc", baseUrl: "http://127.0.0.1:7701" });
    expect(await refused("connections.delete", { id: "local" })).toMatchObject({ http: 403, reason: "built-in" });
    expect(await refused("connections.update", { id: "local", ...newInput() })).toMatchObject({ http: 403 });
  });

  it("are shown with what is set, never with what it is", async () => {
    const made = await newConnection({ bearer: null });
    expect(made).toMatchObject({
      basic: { username: "user", isPasswordSet: true },
      bearer: { isTokenSet: false },
      lastTest: null,
      workspaceCount: 0,
    });
    expect((await ok("connections.list")).connections.find(({ id }) => id === made.id)).toEqual(made);
  });

  it("leave no secret in any file in clear", async () => {
    await newConnection();
    for (const file of readdirSync(app.folder)) {
      expect([file, readFileSync(join(app.folder, file)).includes("CANARY")]).toEqual([file, false]);
    }
  });

  it("use what was entered", async () => {
    const { id } = await newConnection();
    await app.call("calls.queryStats", { connection: id, body: { project_id: "a/b" } });
    const expected = Buffer.from(`user:${PASSWORD}`).toString("base64");
    expect(upstream.last.headers.authorization).toBe(`Basic ${expected}`);
  });

  it("have different names", async () => {
    const { name } = await newConnection();
    expect(await refused("connections.create", newInput({ name }))).toMatchObject({ http: 422, locs: ["body.name"] });
  });

  it.each([
    "ftp://a.example",
    "traces.example.org",
    "https://user:pass@a.example",
    "https://a.example/?x=1",
    "http://169.254.169.254",
    "http://localhost:7700",
    "http://127.0.0.1:7700/x",
  ])("have an address that may be called: not %s", async (baseUrl) => {
    expect(await refused("connections.create", newInput({ baseUrl }))).toMatchObject({
      http: 422,
      locs: ["body.baseUrl"],
    });
  });

  it.each(["a\r\nx: y", "a\u0000b", ""])("have credentials that fit into a header: not %j", async (password) => {
    const input = newInput({ basic: { username: "u", password } });
    expect(await refused("connections.create", input)).toMatchObject({ http: 422, locs: ["body.basic.password"] });
  });

  it("keep a credential that was left out while the address stays the same", async () => {
    const { id, name } = await newConnection();
    const baseUrl = `${upstream.url}/other/path`;
    const input = { id, name, baseUrl, dialect: "wb", basic: { username: "new" }, bearer: {} };
    const { connection } = await ok("connections.update", input);
    expect(connection).toMatchObject({
      dialect: "wb",
      basic: { username: "new", isPasswordSet: true },
      bearer: { isTokenSet: true },
    });
    await app.call("calls.queryStats", { connection: id, body: { project_id: "a/b" } });
    expect(upstream.last.path).toBe("/other/path/calls/query_stats");
    expect(upstream.last.headers.authorization).toBe(`Basic ${Buffer.from(`new:${PASSWORD}`).toString("base64")}`);
  });

  it("ask for each credential again when scheme, host or port changed, and change nothing until then", async () => {
    const elsewhere = await Upstream.start();
    const { id, name } = await newConnection();
    const secure = upstream.url.replace("http:", "https:");
    const otherName = upstream.url.replace("127.0.0.1", "localhost");
    for (const baseUrl of [elsewhere.url, secure, otherName]) {
      const input = { id, name, baseUrl, dialect: "svc", basic: { username: "user" }, bearer: { token: "x" } };
      expect(await refused("connections.update", input)).toMatchObject({ http: 422, locs: ["body.basic.password"] });
      const other = { ...input, basic: { username: "user", password: "x" }, bearer: {} };
      expect(await refused("connections.update", other)).toMatchObject({ http: 422, locs: ["body.bearer.token"] });
    }
    await app.call("calls.queryStats", { connection: id, body: { project_id: "a/b" } });
    expect(upstream.seen).toHaveLength(1);
    expect(elsewhere.seen).toHaveLength(0);
    const entered = {
      id,
      name,
      baseUrl: elsewhere.url,
      dialect: "svc",
      basic: { username: "u", password: "p" },
      bearer: null,
    };
    const { connection } = await ok("connections.update", entered);
    expect(connection).toMatchObject({ bearer: { isTokenSet: false } });
    await elsewhere.stop();
  });

  it("lose a credential that was taken away, and then want it entered", async () => {
    const { id, name, baseUrl } = await newConnection();
    const input = { id, name, baseUrl, dialect: "svc", basic: null, bearer: {} };
    expect((await ok("connections.update", input)).connection.basic).toEqual({ username: null, isPasswordSet: false });
    const again = { ...input, basic: { username: "user" } };
    expect(await refused("connections.update", again)).toMatchObject({ http: 422, locs: ["body.basic.password"] });
  });

  it("go with their workspaces; what is not there is said", async () => {
    const { id } = await newConnection();
    await ok("workspaces.create", { connectionId: id, projectId: "team/gone" });
    expect(await ok("connections.delete", { id })).toEqual({ removedWorkspaceCount: 1 });
    expect(await refused("connections.delete", { id })).toMatchObject({ http: 404, kind: "not-found" });
    expect(await refused("connections.test", { id })).toMatchObject({ http: 404 });
  });
});

describe("a connection test", () => {
  it("tries the thirteen operations without writing, and says of each how it fared", async () => {
    upstream.reply = (response, request) => {
      const isWrite = /upsert_batch|training-jobs$|\/log$/.test(request.path);
      const statuses: Record<string, number> = { "/obj/read": 404, "/cost/query": 403, "/threads/stream_query": 500 };
      const status = isWrite ? 422 : (statuses[request.path] ?? 200);
      const isMissing = request.path.endsWith("/log") || request.path === "/server_info";
      response.writeHead(isMissing ? 404 : status, { "content-type": "application/json" });
      response.end(
        JSON.stringify(isMissing ? { detail: "Not Found" } : status === 404 ? { reason: "no such object" } : {}),
      );
    };
    const { id } = await newConnection();
    const { test } = await ok("connections.test", { id });
    const support = Object.fromEntries(test.operations.map((item) => [item.operation, item.support]));
    expect(test.operations.slice(0, 13).map((item) => item.operation)).toEqual(
      allOperations.filter((operation) => operation.standing === "core").map((operation) => operation.id),
    );
    expect(support).toMatchObject({
      "call.upsertBatch": "supported",
      "calls.queryStats": "supported",
      "obj.read": "supported",
      "cost.query": "refused",
      "threads.streamQuery": "unknown",
      "completions.create": "unknown",
      "trainingJobs.create": "supported",
      "models.log": "missing",
      "models.checkpoints": "supported",
      "calls.streamQuery": "supported",
      "call.start": "unknown",
      "calls.delete": "unknown",
    });
    for (const request of upstream.seen) {
      if (/upsert_batch|training-jobs$|\/log$/.test(request.path)) expect(request.body.toString()).toBe("{}");
      else expect(request.path).not.toMatch(/create|delete|purge|update|start$|end$|complete/);
    }
    const stored = (await ok("connections.list")).connections.find((connection) => connection.id === id);
    expect(stored?.lastTest).toEqual(test);
  });

  it("asks for a completion of one token only when the person agreed and named a model", async () => {
    const { id } = await newConnection();
    expect(await refused("connections.test", { id, mayCreateCompletion: true })).toMatchObject({
      locs: ["body.completionModel"],
    });
    await ok("connections.test", { id });
    expect(upstream.seen.some((request) => request.path === "/completions/create")).toBe(false);
    await ok("connections.test", { id, mayCreateCompletion: true, completionModel: "gpt-4o" });
    const asked = upstream.seen.filter((request) => request.path === "/completions/create");
    expect(asked.map((request) => JSON.parse(request.body.toString()))).toEqual([
      expect.objectContaining({
        inputs: { model: "gpt-4o", messages: [{ role: "user", content: "Hi" }], max_tokens: 1 },
        track_llm_call: false,
      }),
    ]);
  });

  it("takes extensions from the service's own list where it has one", async () => {
    const info = { min_required_weave_python_version: "0.0.1", extensions: ["calls.streamQuery", "calls.delete"] };
    upstream.reply = (response, request) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(request.path === "/server_info" ? info : {}));
    };
    const { id } = await newConnection();
    const { test } = await ok("connections.test", { id });
    const support = Object.fromEntries(test.operations.map((item) => [item.operation, item.support]));
    expect(support).toMatchObject({
      "calls.streamQuery": "supported",
      "calls.delete": "supported",
      "call.read": "missing",
    });
    expect(upstream.seen.some((request) => request.path === "/calls/stream_query")).toBe(false);
  });

  it("of a service that cannot be reached is one failure, not thirty", async () => {
    const { id } = await newConnection();
    await upstream.stop();
    expect(await refused("connections.test", { id })).toMatchObject({ http: 502, kind: "unreachable" });
    upstream = await Upstream.start();
  });

  it("shows a refused credential as refused", async () => {
    upstream.json(401, { detail: `bad ${PASSWORD}` });
    const { id } = await newConnection();
    const { test } = await ok("connections.test", { id });
    const core = test.operations.filter((item) => item.status !== null && item.operation !== "health");
    expect(core.length).toBeGreaterThan(10);
    expect(new Set(core.map((item) => item.support))).toEqual(new Set(["refused"]));
  });
});

describe("workspaces", () => {
  it("get a short name from their project, and another where that is taken", async () => {
    const { id } = await newConnection();
    const make = async (projectId: string) =>
      (await ok("workspaces.create", { connectionId: id, projectId })).workspace.slug;
    expect(await make("team/Airline Agent")).toBe("airline-agent");
    expect(await make("other/airline_agent")).toBe("airline-agent-2");
    expect(await make("team/settings")).toBe("workspace-settings");
    expect(await make("team/日本")).toBe("workspace");
  });

  it("stand for one project of one connection each, and have different names", async () => {
    const { id, name } = await newConnection();
    const { workspace } = await ok(
      "workspaces.create",
      { connectionId: id, projectId: "t/one", slug: "one" },
      "member",
    );
    expect(workspace).toMatchObject({ slug: "one", connectionId: id, connectionName: name, projectId: "t/one" });
    const again = { connectionId: id, projectId: "t/one" };
    expect(await refused("workspaces.create", again)).toMatchObject({ http: 422, locs: ["body.projectId"] });
    const sameSlug = { connectionId: id, projectId: "t/two", slug: "one" };
    expect(await refused("workspaces.create", sameSlug)).toMatchObject({ http: 422, locs: ["body.slug"] });
    const { workspace: two } = await ok("workspaces.create", { connectionId: id, projectId: "t/two" });
    expect(await refused("workspaces.update", { id: two.id, slug: "one" })).toMatchObject({ locs: ["body.slug"] });
    expect((await ok("workspaces.update", { id: two.id, slug: "deux" })).workspace.slug).toBe("deux");
    expect(await ok("workspaces.delete", { id: two.id })).toEqual({});
    expect(await refused("workspaces.delete", { id: two.id })).toMatchObject({ http: 404 });
    expect(await refused("workspaces.update", { id: two.id, slug: "x" })).toMatchObject({ http: 404 });
  });

  it.each(["api", "settings", "sign-in", "A", "a b", "-a", "a/b", "..", ""])("cannot be called %j", async (slug) => {
    const input = { connectionId: "local", projectId: "t/p", slug };
    expect(await refused("workspaces.create", input)).toMatchObject({ http: 422, locs: ["body.slug"] });
  });

  it.each(["project", "a/b/c", "/b", "a/", "a\nb/c"])(
    "stand for an entity and a project: not %j",
    async (projectId) => {
      expect(await refused("workspaces.create", { connectionId: "local", projectId })).toMatchObject({
        locs: ["body.projectId"],
      });
    },
  );

  it("belong to a connection that is there", async () => {
    const input = { connectionId: "missing", projectId: "a/b" };
    expect(await refused("workspaces.create", input)).toMatchObject({ http: 422, locs: ["body.connectionId"] });
  });

  it("are offered for the projects that a connection sees, with those that have one marked", async () => {
    upstream.json(200, { projects: [{ project_id: "a/b", call_count: 3, last_call_at: null }, { project_id: "a/c" }] });
    const { id } = await newConnection();
    await ok("workspaces.create", { connectionId: id, projectId: "a/c", slug: "offered" });
    expect(await ok("workspaces.offered", { connectionId: id }, "viewer")).toEqual({
      projects: [
        { projectId: "a/b", callCount: 3, lastCallAt: null, workspaceSlug: null },
        { projectId: "a/c", callCount: null, lastCallAt: null, workspaceSlug: "offered" },
      ],
    });
  });

  it("are never an empty offer when the service could not be asked", async () => {
    const { id } = await newConnection();
    upstream.json(404, { detail: "Not Found" });
    expect(await refused("workspaces.offered", { connectionId: id })).toMatchObject({ kind: "unsupported" });
    upstream.json(200, { projects: "many" });
    expect(await refused("workspaces.offered", { connectionId: id })).toMatchObject({ kind: "unreadable", http: 502 });
    upstream.json(200, "<html>");
    expect(await refused("workspaces.offered", { connectionId: id })).toMatchObject({ kind: "unreadable" });
    upstream.json(401, { detail: PASSWORD });
    expect(await refused("workspaces.offered", { connectionId: id })).toMatchObject({ kind: "credentials-refused" });
  });
});

describe("people", () => {
  it("see who they are", async () => {
    const { person } = await ok("session.current", {}, "viewer");
    expect(person).toEqual({
      id: await app.userId("viewer"),
      name: "viewer",
      email: "viewer@example.org",
      role: "viewer",
    });
  });

  it("are listed without anything of their passwords", async () => {
    const response = await app.app("users.list", {}, "viewer");
    const text = await response.text();
    expect(text).toContain("viewer@example.org");
    expect(text).not.toMatch(/hash|argon|"none"/);
  });

  it("make one account from a link, with the role that the link is for", async () => {
    const token = await createInvitation(app.dashboard.database, "viewer", new Date());
    expect(await ok("setup.check", { token })).toEqual({ kind: "invitation", role: "viewer" });
    const account = { token, name: "Ines", email: "Ines@Example.org", password: "a long enough one" };
    expect(await refused("setup.complete", { ...account, password: "short" }, null)).toMatchObject({
      locs: ["body.password"],
    });
    expect(await refused("setup.complete", { ...account, email: "viewer@example.org" }, null)).toMatchObject({
      locs: ["body.email"],
    });
    expect(await ok("setup.complete", account)).toEqual({ email: "ines@example.org" });
    expect(await refused("setup.complete", account, null)).toMatchObject({ http: 404, reason: "link" });
    expect(await refused("setup.check", { token }, null)).toMatchObject({ http: 404, reason: "link" });
    const { members } = await ok("users.list");
    expect(members.find((member) => member.email === "ines@example.org")?.role).toBe("viewer");
  });

  it("find every change in the audit log, with who made it", async () => {
    const { id } = await newConnection();
    await ok("connections.delete", { id });
    const { entries } = await ok("audit.list", { limit: 2 });
    expect(entries.map((entry) => [entry.event, entry.target, entry.actorName])).toEqual([
      ["connection.deleted", id, "admin"],
      ["connection.created", id, "admin"],
    ]);
  });

  it("get invitation links that lead to this dashboard", async () => {
    const link = await invite(app.dashboard.database, app.dashboard.environment, "member", new Date());
    expect(link).toMatch(/^http:\/\/localhost:7700\/set-up#token=/);
  });
});

describe("the dashboard itself", () => {
  it("is healthy when its database and the embedded service answer, and says which does not", async () => {
    const service = await Upstream.start();
    const other = await TestDashboard.open({ HEDDLE_SERVICE_PORT: String(service.port) });
    service.json(200, { status: "ok" });
    expect((await handleHealth(other.dashboard)).status).toBe(200);
    service.json(503, { status: "starting" });
    const unwell = await handleHealth(other.dashboard);
    expect([unwell.status, await unwell.json()]).toEqual([
      503,
      { status: "unavailable", database: "ok", service: "unavailable" },
    ]);
    await service.stop();
    expect((await handleHealth(other.dashboard)).status).toBe(503);
    await other.close();
  });

  it("refuses to start with another secret key than its credentials were stored with", async () => {
    const folder = app.folder;
    const variables = {
      HEDDLE_DATA: folder,
      HEDDLE_SECRET_KEY: Buffer.from("another key, 32 bytes in length!").toString("base64"),
    };
    await expect(openDashboard(readEnvironment(variables))).rejects.toBeInstanceOf(SecretKeyChanged);
  });
});
