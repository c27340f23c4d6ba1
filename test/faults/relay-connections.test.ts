import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { SOURCES_EXTENSION } from "@/lib/api/contract/calls/call-sources";
import { allOperations, findOperation } from "@/lib/api/contract/operations";
import { AppUnderTest, PASSWORD } from "./relay-app-client";
import { TestDashboard } from "./relay-dashboard";
import { Upstream } from "./relay-upstream";

type Health = AppResultOf<"connections.health">;

const here = new AppUnderTest();

describe("connections", () => {
  it("start with the embedded service, which cannot be changed or removed", async () => {
    const [local] = (await here.ok("connections.list", {}, "viewer")).connections;
    expect(local).toMatchObject({ id: "local", isBuiltIn: true, dialect: "svc", baseUrl: "http://localhost:7701" });
    expect(await here.refused("connections.delete", { id: "local" })).toMatchObject({ http: 403, reason: "built-in" });
    const changed = { id: "local", updatedAt: "", ...here.newInput() };
    expect(await here.refused("connections.update", changed)).toMatchObject({ http: 403 });
  });

  it("show which credentials are set, never their values", async () => {
    const made = await here.newConnection({ bearer: null });
    expect(made).toMatchObject({
      basic: { username: "user", isPasswordSet: true },
      bearer: { isTokenSet: false },
      lastTest: null,
      workspaceCount: 0,
    });
    expect((await here.ok("connections.list")).connections.find(({ id }) => id === made.id)).toEqual(made);
  });

  it("store no secret in clear text in any file", async () => {
    await here.newConnection();
    for (const file of readdirSync(here.app.folder)) {
      expect([file, readFileSync(join(here.app.folder, file)).includes("CANARY")]).toEqual([file, false]);
    }
  });

  it("use the entered values", async () => {
    const { id } = await here.newConnection();
    await here.app.call("calls.queryStats", { connection: id, body: { project_id: "a/b" } });
    const expected = Buffer.from(`user:${PASSWORD}`).toString("base64");
    expect(here.upstream.last.headers.authorization).toBe(`Basic ${expected}`);
  });

  it("have different names", async () => {
    const { name } = await here.newConnection();
    expect(await here.refused("connections.create", here.newInput({ name }))).toMatchObject({
      http: 422,
      locs: ["body.name"],
    });
  });

  it.each([
    "ftp://a.example",
    "traces.example.org",
    "https://user:pass@a.example",
    "https://a.example/?x=1",
    "http://169.254.169.254",
    "http://localhost:7700",
    "http://127.0.0.1:7700/x",
  ])("reject the address %s", async (baseUrl) => {
    expect(await here.refused("connections.create", here.newInput({ baseUrl }))).toMatchObject({
      http: 422,
      locs: ["body.baseUrl"],
    });
  });

  it.each(["a\r\nx: y", "a\u0000b", ""])("reject credentials that do not fit into a header: %j", async (password) => {
    const input = here.newInput({ basic: { username: "u", password } });
    expect(await here.refused("connections.create", input)).toMatchObject({ http: 422, locs: ["body.basic.password"] });
  });

  it("keep an omitted credential while the address stays the same", async () => {
    const { id, name, updatedAt } = await here.newConnection();
    const baseUrl = `${here.upstream.url}/other/path`;
    const input = { id, name, updatedAt, baseUrl, dialect: "wb", basic: { username: "new" }, bearer: {} };
    const { connection } = await here.ok("connections.update", input);
    expect(connection).toMatchObject({
      dialect: "wb",
      basic: { username: "new", isPasswordSet: true },
      bearer: { isTokenSet: true },
    });
    await here.app.call("calls.queryStats", { connection: id, body: { project_id: "a/b" } });
    expect(here.upstream.last.path).toBe("/other/path/calls/query_stats");
    expect(here.upstream.last.headers.authorization).toBe(`Basic ${Buffer.from(`new:${PASSWORD}`).toString("base64")}`);
  });

  it("require each credential again when scheme, host or port changed, and change nothing until then", async () => {
    const elsewhere = await Upstream.start();
    const { id, name, updatedAt } = await here.newConnection();
    const secure = here.upstream.url.replace("http:", "https:");
    const otherName = here.upstream.url.replace("127.0.0.1", "localhost");
    for (const baseUrl of [elsewhere.url, secure, otherName]) {
      const kept = { id, name, updatedAt, baseUrl, dialect: "svc" };
      const input = { ...kept, basic: { username: "user" }, bearer: { token: "x" } };
      expect(await here.refused("connections.update", input)).toMatchObject({
        http: 422,
        locs: ["body.basic.password"],
      });
      const other = { ...input, basic: { username: "user", password: "x" }, bearer: {} };
      expect(await here.refused("connections.update", other)).toMatchObject({ http: 422, locs: ["body.bearer.token"] });
    }
    await here.app.call("calls.queryStats", { connection: id, body: { project_id: "a/b" } });
    expect(here.upstream.seen).toHaveLength(1);
    expect(elsewhere.seen).toHaveLength(0);
    const entered = {
      id,
      name,
      updatedAt,
      baseUrl: elsewhere.url,
      dialect: "svc",
      basic: { username: "u", password: "p" },
      bearer: null,
    };
    const { connection } = await here.ok("connections.update", entered);
    expect(connection).toMatchObject({ bearer: { isTokenSet: false } });
    await elsewhere.stop();
  });

  it("lose a credential that was cleared, and then require it", async () => {
    const { id, name, baseUrl, updatedAt } = await here.newConnection();
    const input = { id, name, updatedAt, baseUrl, dialect: "svc", basic: null, bearer: {} };
    const { connection } = await here.ok("connections.update", input);
    expect(connection.basic).toEqual({ username: null, isPasswordSet: false });
    const again = { ...input, updatedAt: connection.updatedAt, basic: { username: "user" } };
    expect(await here.refused("connections.update", again)).toMatchObject({ http: 422, locs: ["body.basic.password"] });
  });

  it("are removed with their workspaces; missing connections are reported", async () => {
    const { id } = await here.newConnection();
    await here.ok("workspaces.create", { connectionId: id, projectId: "team/gone" });
    expect(await here.ok("connections.delete", { id })).toEqual({ removedWorkspaceCount: 1 });
    expect(await here.refused("connections.delete", { id })).toMatchObject({ http: 404, kind: "not-found" });
    expect(await here.refused("connections.test", { id })).toMatchObject({ http: 404 });
  });
});

describe("a connection test", () => {
  it("tries the thirteen operations without writing, and reports each result", async () => {
    const absent = /^\/server_info$|models\/.*\/log$|heddle-no-such-operation/;
    const statuses: Record<string, number> = { "/obj/read": 404, "/cost/query": 403, "/threads/stream_query": 500 };
    here.upstream.reply = (response, { method, path }) => {
      const isOptions = method === "OPTIONS";
      const status = absent.test(path) ? 404 : isOptions ? 204 : (statuses[path] ?? 200);
      response.writeHead(status, { "content-type": "application/json", ...(isOptions ? { allow: "GET, POST" } : {}) });
      const body = absent.test(path) ? { detail: "Not Found" } : status === 404 ? { reason: "no such object" } : {};
      response.end(JSON.stringify(body));
    };
    const { id } = await here.newConnection();
    const { test } = await here.ok("connections.test", { id });
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
      "completions.create": "supported",
      "trainingJobs.create": "supported",
      "models.log": "missing",
      "models.checkpoints": "supported",
      "calls.streamQuery": "supported",
      "call.start": "supported",
      "models.delete": "missing",
    });
    const writes = allOperations.filter(({ effect }) => effect === "write");
    const isOf = (path: string, template: string) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
    for (const { method, path, body } of here.upstream.seen) {
      const written = writes.filter((operation) => isOf(path, operation.path));
      expect([path, written.filter((operation) => operation.method === method)]).toEqual([path, []]);
      if (method === "OPTIONS") expect([path, body.toString()]).toEqual([path, ""]);
    }
    const stored = (await here.ok("connections.list")).connections.find((connection) => connection.id === id);
    expect(stored?.lastTest).toEqual(test);
  });

  it("requests a completion of one token only when the user agreed and named a model", async () => {
    const { id } = await here.newConnection();
    expect(await here.refused("connections.test", { id, mayCreateCompletion: true })).toMatchObject({
      locs: ["body.completionModel"],
    });
    await here.ok("connections.test", { id });
    const completions = () =>
      here.upstream.seen.filter(({ method, path }) => method === "POST" && path === "/completions/create");
    expect(completions()).toEqual([]);
    await here.ok("connections.test", { id, mayCreateCompletion: true, completionModel: "gpt-4o" });
    expect(completions().map((request) => JSON.parse(request.body.toString()))).toEqual([
      expect.objectContaining({
        inputs: { model: "gpt-4o", messages: [{ role: "user", content: "Hi" }], max_tokens: 1 },
        track_llm_call: false,
      }),
    ]);
  });

  it("reads extensions from the service's own list if it has one", async () => {
    const info = { min_required_weave_python_version: "0.0.1", extensions: ["calls.streamQuery", "calls.delete"] };
    here.upstream.reply = (response, request) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(request.path === "/server_info" ? info : {}));
    };
    const { id } = await here.newConnection();
    const { test } = await here.ok("connections.test", { id });
    const support = Object.fromEntries(test.operations.map((item) => [item.operation, item.support]));
    expect(support).toMatchObject({
      "calls.streamQuery": "supported",
      "calls.delete": "supported",
      "call.read": "missing",
    });
    expect(here.upstream.seen.some((request) => request.path === "/calls/stream_query")).toBe(false);
  });

  it("knows sources of calls only where the service says that it does, until the connection changes", async () => {
    const { id, name, updatedAt } = await here.newConnection();
    await here.ok("workspaces.create", { connectionId: id, projectId: "team/sources" });
    const isKnown = async () => {
      const { workspaces } = await here.ok("workspaces.list");
      return workspaces.find(({ connectionId }) => connectionId === id)?.knowsSources === true;
    };
    const isKnownAfter = async (info: object) => {
      here.upstream.json(200, { min_required_weave_python_version: "0.0.1", ...info });
      await here.ok("connections.test", { id });
      return await isKnown();
    };
    expect(await isKnown()).toBe(false);
    expect(await isKnownAfter({})).toBe(false);
    expect(await isKnownAfter({ extensions: ["calls.streamQuery"] })).toBe(false);
    expect(await isKnownAfter({ extensions: [SOURCES_EXTENSION] })).toBe(true);
    const baseUrl = `${here.upstream.url}/other`;
    await here.ok("connections.update", { id, name, updatedAt, baseUrl, dialect: "svc", basic: null, bearer: null });
    expect(await isKnown()).toBe(false);
  });

  it("knows sources of calls of the embedded service without a test", async () => {
    const wanted = { connectionId: "local", projectId: "team/local-sources" };
    expect((await here.ok("workspaces.create", wanted)).workspace.knowsSources).toBe(true);
  });

  it("without a bearer token counts no operation that needs one as supported, though the service lists it", async () => {
    const listed = allOperations.map((operation) => operation.id);
    const info = { min_required_weave_python_version: "0.0.1", extensions: listed };
    here.upstream.reply = (response, request) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(request.path === "/server_info" ? info : {}));
    };
    const { id } = await here.newConnection({ bearer: null });
    const { test } = await here.ok("connections.test", { id });
    const bearer = test.operations.filter(({ operation }) => findOperation(operation)?.auth === "bearer");
    expect(bearer.length).toBeGreaterThan(5);
    expect(new Set(bearer.map((item) => item.support))).toEqual(new Set(["unknown"]));
    expect(test.operations.find(({ operation }) => operation === "calls.streamQuery")?.support).toBe("supported");
  });

  it("of a service that cannot be reached is one failure, not thirty", async () => {
    const { id } = await here.newConnection();
    await here.upstream.stop();
    expect(await here.refused("connections.test", { id })).toMatchObject({ http: 502, kind: "unreachable" });
    await here.restartUpstream();
  });

  it("shows a refused credential as refused", async () => {
    here.upstream.json(401, { detail: `bad ${PASSWORD}` });
    const { id } = await here.newConnection();
    const { test } = await here.ok("connections.test", { id });
    const core = test.operations.filter((item) => item.status !== null && item.operation !== "health");
    expect(core.length).toBeGreaterThan(10);
    expect(new Set(core.map((item) => item.support))).toEqual(new Set(["refused"]));
  });

  it("counts nothing that a refused credential would be needed for as supported, even if the service lists it", async () => {
    const listed = allOperations.map((operation) => operation.id);
    const info = { min_required_weave_python_version: "0.0.1", extensions: listed };
    here.upstream.reply = (response, request) => {
      const isOpen = request.path === "/server_info" || request.path === "/health";
      response.writeHead(isOpen ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(isOpen ? info : { detail: "Invalid credentials" }));
    };
    const { id } = await here.newConnection();
    const { test } = await here.ok("connections.test", { id });
    const supported = test.operations.filter((item) => item.support === "supported").map((item) => item.operation);
    const open = allOperations.filter(({ auth }) => auth === "none").map((operation) => operation.id as string);
    expect(open).toEqual(expect.arrayContaining(supported));
    const rename = test.operations.find((item) => item.operation === "call.update");
    expect(rename).toMatchObject({ support: "refused", note: "listed by the service, credential rejected" });
  });
});

describe("the health of a connection", () => {
  it("is good for any response of the service, to any number of pages at once", async () => {
    const { id } = await here.newConnection();
    here.upstream.reply = (response) => {
      response.statusCode = 404;
      response.end("no such page");
    };
    await here.ok("connections.list", {}, "viewer");
    const before = here.upstream.seen.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => here.ok("connections.health", { id }, "viewer")));
    expect(answers).toEqual(
      Array.from({ length: 5 }, () => ({ isUp: true, problem: null, disk: null, isDamaged: false })),
    );
    expect(here.upstream.seen.slice(before).map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ["/health", undefined],
    ]);
  });

  it("is bad for a service that hangs, for one that is gone, and for a proxy without one", async () => {
    const { id } = await here.newConnection();
    here.upstream.reply = () => undefined;
    expect(await here.ok("connections.health", { id })).toEqual({
      isUp: false,
      problem: "It has not responded for 3 seconds.",
      disk: null,
      isDamaged: false,
    });

    const proxy = await Upstream.start();
    proxy.reply = (response) => {
      response.statusCode = 502;
      response.end();
    };
    const { id: proxied } = await here.newConnection({ baseUrl: proxy.url });
    expect((await here.ok("connections.health", { id: proxied })).problem).toBe("It responds with status 502.");
    const { id: gone } = await here.newConnection({ baseUrl: `${proxy.url}/gone` });
    await proxy.stop();
    expect((await here.ok("connections.health", { id: gone })).problem).toContain("refuses connections");
  });

  it("says of the embedded service how often it ended, why, and when it is started again", async () => {
    const restart = { cause: "ended with code 1", count: 3, restartsAtMs: Date.now() + 60_000 };
    let current: typeof restart | null = restart;
    const port = String(await freePort());
    const app = await TestDashboard.open({ HEDDLE_SERVICE_PORT: port }, { serviceRestart: () => current });
    try {
      const problem = async () => {
        const health = (await (await app.app("connections.health", { id: "local" }, "viewer")).json()) as Health;
        return health.problem;
      };
      expect(await problem()).toMatch(
        /^It has ended 3 times in a row; the last time it ended with code 1\. Heddle starts it again in (?:60|59|58) s\.$/,
      );
      current = null;
      // An answer is kept for a second.
      await expect.poll(problem).toContain("refuses connections");
    } finally {
      await app.close();
    }
  });

  it("of an unknown connection is not known", async () => {
    expect(await here.refused("connections.health", { id: "none" })).toMatchObject({ http: 404 });
  });
});
