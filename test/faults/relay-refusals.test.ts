import { describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import type { TestDashboard } from "./relay-dashboard";
import { failureOf, startRelay } from "./relay-test-setup";
import type { Upstream } from "./relay-upstream";

const QUERY = { project_id: "demo/air", filter: { trace_roots_only: true } };

let app: TestDashboard;
let upstream: Upstream;
let connection: string;

startRelay({ path: "/base" }, (scene) => {
  ({ app, upstream, connection } = scene);
});

describe("access to calls", () => {
  it("is denied without a session, and the response is JSON", async () => {
    const response = await app.call("calls.queryStats", { connection, body: QUERY, role: null });
    expect(response.status).toBe(401);
    expect(await failureOf(response)).toMatchObject({ kind: "signed-out" });
    expect(upstream.seen).toHaveLength(0);
  });

  it("follows from each row's effect or its role: viewers read, members also write", async () => {
    for (const operation of allOperations) {
      const search = operation.example.params ?? {};
      const { method } = operation;
      const body = operation.body.kind === "none" ? {} : { body: operation.example.body ?? {} };
      const response = await app.call(operation.id, { connection, search, method, ...body, role: "viewer" });
      const role = operation.role ?? (operation.effect === "write" ? "member" : "viewer");
      const expected = operation.audience === "dashboard" ? 404 : role === "viewer" ? 200 : 403;
      const { status } = response;
      expect([operation.id, status === 403 || status === 404 ? status : 200]).toEqual([operation.id, expected]);
      await response.body?.cancel();
    }
  });

  it.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin", origin: "null" },
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
  ])("is denied to other sites, also for reads by POST: %j", async (headers) => {
    const response = await app.call("calls.queryStats", { connection, body: QUERY, headers });
    expect(response.status).toBe(403);
    expect(await failureOf(response)).toMatchObject({ kind: "forbidden", reason: "cross-site" });
    expect(upstream.seen).toHaveLength(0);
  });

  it("is denied to plain HTML forms", async () => {
    const headers = { "content-type": "text/plain" };
    const response = await app.call("calls.queryStats", { connection, body: JSON.stringify(QUERY), headers });
    expect(response.status).toBe(415);
    expect(upstream.seen).toHaveLength(0);
  });
});

describe("requests that are rejected before anything is sent", () => {
  it("include unknown operations and missing connections", async () => {
    for (const operation of ["calls.dropAll", "__proto__", "constructor", "..%2f..", "calls/query_stats"]) {
      const response = await app.call(operation, { connection, body: QUERY });
      expect([response.status, (await failureOf(response)).reason]).toEqual([404, "operation"]);
    }
    for (const id of ["missing", "*", "__proto__", "connection-1' or '1'='1"]) {
      const response = await app.call("calls.queryStats", { connection: encodeURIComponent(id), body: QUERY });
      expect([response.status, (await failureOf(response)).kind]).toEqual([404, "not-found"]);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  it("include a row's path with another method", async () => {
    expect((await app.call("calls.queryStats", { connection })).status).toBe(405);
    expect((await app.call("models.checkpoints", { connection, body: {}, search: { model_id: "m" } })).status).toBe(
      405,
    );
    expect(upstream.seen).toHaveLength(0);
  });

  it.each([
    "..",
    ".",
    "%2e%2e",
    "..%2f..",
    "%252e%252e",
    "a/../b",
    "..;/x",
    "a\\b",
    "a\u0000b",
    "a\r\nx: y",
    "%0d%0a",
    "x".repeat(300),
    "",
  ])("include a path parameter that could leave its segment: %j", async (model_id) => {
    const response = await app.call("models.checkpoints", { connection, search: { model_id } });
    expect([400, 422]).toContain(response.status);
    expect((await failureOf(response)).detail?.[0]?.loc).toEqual(["path", "model_id"]);
    expect(upstream.seen).toHaveLength(0);
  });

  it("include a parameter that is unknown, repeated, missing or out of bounds", async () => {
    const locs = async (search: Record<string, string> | Array<[string, string]>) => {
      const response = await app.call("models.checkpoints", { connection, search });
      expect(response.status).toBe(422);
      return (await failureOf(response)).detail?.map((item) => item.loc.join("."));
    };
    expect(await locs({ model_id: "m", path: "/x" })).toEqual(["query.path"]);
    expect(await locs({})).toEqual(["path.model_id"]);
    expect(await locs({ model_id: "m", limit: "101" })).toEqual(["query.limit"]);
    expect(
      await locs([
        ["model_id", "a"],
        ["model_id", "b"],
      ]),
    ).toEqual(["query.model_id"]);
    expect(upstream.seen).toHaveLength(0);
  });

  it("include a body that does not match its row, with the member's place", async () => {
    const response = await app.call("objs.query", { connection, body: { project_id: 7, limit: "many" } });
    expect(response.status).toBe(422);
    const { kind, detail } = await failureOf(response);
    expect(kind).toBe("validation");
    expect(detail?.map((item) => item.loc)).toEqual([
      ["body", "project_id"],
      ["body", "limit"],
    ]);
    expect(upstream.seen).toHaveLength(0);
  });

  it("include a body with two values for one member, of which the service might read the other", async () => {
    const body = '{"project_id": "demo/other", "project_id": "demo/airline"}';
    const answer = await app.call("calls.queryStats", { connection, body });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("body.project_id: Given more than once (line 1, column 30)");
    expect(upstream.seen).toHaveLength(0);
  });

  it("include text that is not JSON, not UTF-8, or nested too deep", async () => {
    const attempts: Array<[number, string | Uint8Array]> = [
      [422, "{"],
      [422, "NaN"],
      [400, new Uint8Array([123, 34, 255, 34, 125])],
      [422, `{"project_id":"a/b","query":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
    ];
    for (const [status, body] of attempts) {
      expect((await app.call("calls.queryStats", { connection, body })).status).toBe(status);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  it("treat a prototype's name as data", async () => {
    const body =
      '{"project_id":"a/b","__proto__":{"polluted":1},"filter":{"constructor":{"prototype":{"polluted":1}}}}';
    await app.call("calls.queryStats", { connection, body });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(["completions.create", "completions.createStream"])(
    "include an extra header of %s that decides about identity or framing",
    async (operation) => {
      const attempt = async (extra_headers: Record<string, unknown>) => {
        const body = { project_id: "a/b", inputs: { model: "m", extra_headers } };
        const response = await app.call(operation, { connection, body });
        return [response.status, response.ok ? undefined : (await failureOf(response)).detail?.[0]?.loc.at(-1)];
      };
      for (const name of ["authorization", "Cookie", "Host", "Content-Length", "X-Forwarded-For", "proxy-x", "te"]) {
        expect(await attempt({ [name]: "x" })).toEqual([422, name]);
      }
      expect(await attempt({ "x-ok": "a\r\nb: c" })).toEqual([422, "x-ok"]);
      expect(await attempt({ "bad name": "x" })).toEqual([422, "bad name"]);
      const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x-${index}`, "v"]));
      expect(await attempt(many)).toEqual([422, "extra_headers"]);
      expect(await attempt({ "x-big": "v".repeat(1_000_000) })).toEqual([422, "extra_headers"]);
      expect(upstream.seen).toHaveLength(0);
      expect(await attempt({ "x-ok": "fine" })).toEqual([200, undefined]);
    },
  );
});
