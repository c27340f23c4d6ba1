import { describe, expect, it } from "vitest";
import { asciiJson, MISSING_HEADER } from "@/lib/api/contract/admin/missing-rows";
import { SOURCE_HEADER } from "@/lib/api/contract/completions/completion-source";
import type { OperationId } from "@/lib/api/contract/operations";
import { LOCAL_TOKEN_CANARY, ORIGIN, PASSWORD_CANARY, TestDashboard, TOKEN_CANARY } from "./relay-dashboard";
import { startRelay } from "./relay-test-setup";
import { Upstream } from "./relay-upstream";

const QUERY = { project_id: "demo/air", filter: { trace_roots_only: true } };
const START = {
  project_id: "demo/air",
  op_name: "f",
  started_at: "2026-11-20T12:00:00Z",
  attributes: {},
  inputs: { svc_user_id: "kept", big: 1 },
};

let app: TestDashboard;
let upstream: Upstream;
let connection: string;

startRelay({ path: "/base" }, (scene) => {
  ({ app, upstream, connection } = scene);
});

describe("the request to the service", () => {
  it("uses the row's own path under the connection's base, with the stored credential", async () => {
    const response = await app.call("calls.queryStats", { connection, body: QUERY });
    expect(response.status).toBe(200);
    expect(upstream.last).toMatchObject({ method: "POST", path: "/base/calls/query_stats" });
    const expected = Buffer.from(`user:${PASSWORD_CANARY}`).toString("base64");
    expect(upstream.last.headers.authorization).toBe(`Basic ${expected}`);
  });

  it("uses the bearer token on training paths, with path and query parameters from the address", async () => {
    const search = { model_id: "a b/ü", limit: "5", order: "desc", after: "x&y=z" };
    await app.call("models.checkpoints", { connection, search });
    expect(upstream.last.path).toBe(
      "/base/v1/preview/models/a%20b%2F%C3%BC/checkpoints?after=x%26y%3Dz&limit=5&order=desc",
    );
    expect(upstream.last.headers.authorization).toBe(`Bearer ${TOKEN_CANARY}`);
  });

  it("has the fixed set of headers and none that the browser sent", async () => {
    await app.call("calls.queryStats", {
      connection,
      body: QUERY,
      headers: {
        authorization: "Bearer stolen",
        "x-forwarded-for": "1.1.1.1",
        "x-forwarded-host": "evil",
        "x-heddle-user": "somebody-else",
        "x-api-key": "k",
        "accept-language": "en",
        referer: "http://localhost:7700/x",
        origin: ORIGIN,
      },
    });
    expect(Object.keys(upstream.last.headers).sort()).toEqual([
      "accept",
      "accept-encoding",
      "accept-language",
      "authorization",
      "connection",
      "content-length",
      "content-type",
      "host",
      "sec-fetch-mode",
      "user-agent",
      "x-request-id",
    ]);
    expect(upstream.last.headers["accept-language"]).toBe("*");
    expect(upstream.last.headers.authorization).toMatch(/^Basic /);
  });

  describe("for a completion", () => {
    const completion = { project_id: "demo/air", inputs: { model: "gpt-4o" } };
    const sendFrom = async (id: OperationId, source: string, body: object) => {
      const { status } = await app.call(id, { connection, body, headers: { [SOURCE_HEADER]: source } });
      return [status, upstream.last.headers[SOURCE_HEADER]];
    };

    it("says which of our pages sent it, and no other request does", async () => {
      upstream.reply = (response) => {
        response.setHeader("content-type", "application/json");
        response.end('{"response":{},"svc_call_id":null}');
      };
      expect(await sendFrom("completions.create", "playground", completion)).toEqual([200, "playground"]);
      expect(await sendFrom("completions.create", "arena", completion)).toEqual([200, "arena"]);
      expect(await sendFrom("calls.queryStats", "playground", QUERY)).toEqual([200, undefined]);
      await app.call("completions.create", { connection, body: completion });
      expect(upstream.last.headers).not.toHaveProperty(SOURCE_HEADER);
    });

    it("is not sent with the name of a page that does not exist", async () => {
      const before = upstream.seen.length;
      const headers = { [SOURCE_HEADER]: "playground, x" };
      const response = await app.call("completions.create", { connection, body: completion, headers });
      expect([response.status, upstream.seen.length]).toEqual([422, before]);
      expect(await response.text()).toContain(SOURCE_HEADER);
    });
  });

  it("has the exact bytes that the page sent when nothing had to change", async () => {
    const body = '{ "project_id":"demo/air",\n "filter":{"trace_roots_only":true}, "limit": 10, "extra": 1.0e2 }';
    await app.call("calls.queryStats", { connection, body });
    expect(upstream.last.body.toString()).toBe(body);
  });

  it("never names a user: ids are removed from envelopes, and stored user data stays", async () => {
    const big = "123456789012345678901234567890";
    const body = JSON.stringify({
      batch: [{ mode: "start", req: { start: { ...START, svc_user_id: "forged", wb_user_id: "forged" } } }],
    }).replace('"big":1', `"big":${big}`);
    await app.call("call.upsertBatch", { connection, body });
    const sent = upstream.last.body.toString();
    expect(sent).not.toContain("forged");
    expect(sent).toContain('"svc_user_id":"kept"');
    expect(sent).toContain(`"big":${big}`);
  });

  it.each([
    ["call.upsertBatch", { batch: [{ mode: "start", req: { start: { ...START, svc_user_id: "forged" } } }] }],
    ["call.start", { start: { ...START, wb_user_id: "forged" } }],
    ["completions.create", { project_id: "a/b", inputs: { model: "m" }, svc_user_id: "forged" }],
    ["obj.create", { obj: { project_id: "a/b", object_id: "o", val: {}, wb_user_id: "forged" } }],
    ["calls.delete", { project_id: "a/b", call_ids: ["c"], wb_user_id: "forged" }],
  ])("never names a user where only one spelling appears: %s", async (operation, body) => {
    expect((await app.call(operation, { connection, body })).status).toBe(200);
    expect(upstream.last.body.toString()).not.toContain("forged");
  });

  it("uses the connection's own dialect", async () => {
    const remote = await app.connect(upstream.url, "wb");
    await app.call("calls.queryStats", {
      connection: remote,
      body: { project_id: "demo/air", filter: { svc_user_ids: ["u"] } },
    });
    expect(JSON.parse(upstream.last.body.toString())).toEqual({
      project_id: "demo/air",
      filter: { wb_user_ids: ["u"] },
    });
  });

  it("streams training data without reading it, and files with their boundary", async () => {
    const text = '{"model_id":"m","trajectory_groups":[{"anything":"goes"}]}';
    await app.call("trainingJobs.create", { connection, body: new Blob([text]).stream() });
    expect(upstream.last.body.toString()).toBe(text);
    const form = '--b\r\ncontent-disposition: form-data; name="project_id"\r\n\r\nx\r\n--b--\r\n';
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    upstream.json(200, { digest: "d" });
    await app.call("file.create", { connection, body: form, headers });
    expect(upstream.last.body.toString()).toBe(form);
    expect(upstream.last.headers["content-type"]).toBe("multipart/form-data; boundary=b");
  });

  it("names the acting user to the embedded service, with the token of this start", async () => {
    const service = await Upstream.start();
    const local = await TestDashboard.open({ HEDDLE_SERVICE_PORT: String(service.port) });
    await local.call("calls.queryStats", { body: QUERY });
    expect(service.last.headers.authorization).toBe(`Bearer ${LOCAL_TOKEN_CANARY}`);
    expect(service.last.headers["x-heddle-user"]).toBe(await local.userId("member"));
    await local.close();
    await service.stop();
  });

  it("adds nothing for an operation without authentication", async () => {
    await app.call("health", { connection });
    expect(upstream.last.headers.authorization).toBeUndefined();
  });
});

describe("the response to the page", () => {
  it("says what results lack because of damage, in the form that pages read and in no other", async () => {
    const missing = { project_id: "demo/ä", table: "call_rows", rows: 3, first: null, last: null };
    const sent = [asciiJson([{ ...missing, evil: "x" }]), "<script>", "[1]"];
    const passed = [];
    for (const header of sent) {
      upstream.reply = (response) => {
        response.setHeader("content-type", "application/json");
        response.setHeader(MISSING_HEADER, header);
        response.end('{"count":1}');
      };
      const response = await app.call("calls.queryStats", { connection, body: QUERY });
      passed.push(response.headers.get(MISSING_HEADER));
    }
    expect(passed).toEqual([asciiJson([missing]), null, null]);
  });

  it("has the service's bytes unchanged, with only our own headers", async () => {
    const text = '{"count": 1.0, "big": 123456789012345678901234567890}';
    upstream.reply = (response) => {
      response.writeHead(200, {
        "content-type": "text/plain",
        "set-cookie": ["next-auth.session-token=evil", "a=b"],
        "content-security-policy": "default-src *",
        "access-control-allow-origin": "*",
        "x-accel-redirect": "/etc/passwd",
        refresh: "0; url=https://evil.example",
        "clear-site-data": '"*"',
        location: "https://evil.example",
        etag: "x",
      });
      response.end(text);
    };
    const response = await app.call("calls.queryStats", { connection, body: QUERY });
    expect(await response.text()).toBe(text);
    expect([...response.headers.keys()].sort()).toEqual([
      "cache-control",
      "content-security-policy",
      "content-type",
      "cross-origin-resource-policy",
      "referrer-policy",
      "vary",
      "x-accel-buffering",
      "x-content-type-options",
      "x-frame-options",
      "x-request-id",
    ]);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("arrives row by row, before the last row was sent", async () => {
    let finish = () => {};
    upstream.reply = (response) => {
      response.writeHead(200, { "content-type": "application/jsonl" });
      response.write('{"n":1}\n');
      finish = () => response.end('{"n":2}\n');
    };
    const response = await app.call("threads.streamQuery", { connection, body: { project_id: "a/b" } });
    expect(response.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('{"n":1}\n');
    finish();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe('{"n":2}\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  it("sends a file as an attachment, whatever the service calls it", async () => {
    upstream.reply = (response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<script>alert(1)</script>");
    };
    const body = { project_id: "a/b", digest: "d" };
    const response = await app.call("file.content", { connection, body });
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-disposition")).toBe("attachment");
  });

  it("has a request id that the service received and the log contains", async () => {
    const response = await app.call("calls.queryStats", { connection, body: QUERY });
    await response.text();
    const id = response.headers.get("x-request-id") ?? "";
    expect(upstream.last.headers["x-request-id"]).toBe(id);
    const line = app.logLines.find((text) => text.includes(id));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      requestId: id,
      userId: await app.userId("member"),
      connectionId: connection,
      operation: "calls.queryStats",
      status: 200,
      bytes: 2,
      end: "complete",
    });
    expect(line).not.toContain("demo/air");
  });
});
