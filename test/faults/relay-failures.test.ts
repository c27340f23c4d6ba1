import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { failureBody, type ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { readSession } from "@/lib/auth/session";
import { PASSWORD_CANARY, TestDashboard, TOKEN_CANARY } from "./relay-dashboard";
import { failureOf, shortLimits, startRelay } from "./relay-test-setup";
import { Upstream } from "./relay-upstream";

const QUERY = { project_id: "demo/air" };
const START = { project_id: "a/b", op_name: "f", started_at: "2026-11-20T12:00:00Z", attributes: {}, inputs: {} };
const BASIC_PAIR = Buffer.from(`user:${PASSWORD_CANARY}`).toString("base64");

let app: TestDashboard;
let upstream: Upstream;
let connection: string;

startRelay({ limitsOf: shortLimits }, (scene) => {
  ({ app, upstream, connection } = scene);
});

async function ask(): Promise<ServiceFailure & { http: number }> {
  return await failureOf(await app.call("calls.queryStats", { connection, body: QUERY }));
}

describe("a failure of the service", () => {
  it.each<[number, string, number]>([
    [400, "validation", 400],
    [401, "credentials-refused", 502],
    [402, "upstream", 502],
    [403, "forbidden", 403],
    [405, "unsupported", 404],
    [409, "upstream", 409],
    [410, "upstream", 502],
    [413, "validation", 413],
    [418, "upstream", 502],
    [422, "validation", 422],
    [429, "upstream", 429],
    [500, "upstream", 502],
    [501, "unsupported", 404],
    [502, "upstream", 502],
    [503, "upstream", 502],
    [504, "upstream", 504],
  ])("%i is returned as %s with status %i, with the service's own status and reason", async (status, kind, http) => {
    upstream.json(status, { reason: `why ${status}` });
    expect(await ask()).toMatchObject({ kind, http, status, reason: `why ${status}`, operation: "calls.queryStats" });
  });

  it("404 is returned as not-found when paths that cannot exist are answered in another way", async () => {
    upstream.reply = (response, { path }) => {
      const isOwn = path === "/calls/query_stats";
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify(isOwn ? { reason: "No such project" } : { detail: "Not Found" }));
    };
    expect(await ask()).toMatchObject({ kind: "not-found", http: 404, status: 404, reason: "No such project" });
  });

  it.each([
    { detail: "Not Found" },
    { detail: "Method Not Allowed" },
    { detail: "Nichts gefunden" },
    "404 page not found",
    "<html>404</html>",
    "",
  ])("404 of the kind that paths that cannot exist get means that the operation is not supported: %j", async (body) => {
    upstream.json(404, body);
    expect(await ask()).toMatchObject({ kind: "unsupported", http: 404, status: 404 });
  });

  it("keeps the validation items of the service", async () => {
    const detail = [{ loc: ["body", "filter", 0], msg: "Field required", type: "missing", input: { extra: 1 } }];
    upstream.json(422, { detail });
    const failure = await ask();
    expect(failure.detail).toEqual([{ loc: ["body", "filter", "0"], msg: "Field required", type: "missing" }]);
  });

  it("reports how long to wait, in seconds or as a date", async () => {
    upstream.json(429, {}, { "retry-after": "7" });
    expect(await ask()).toMatchObject({ http: 429, retryAfterSeconds: 7 });
    upstream.json(429, {}, { "retry-after": new Date(Date.now() + 60_000).toUTCString() });
    expect((await ask()).retryAfterSeconds).toBeGreaterThan(50);
  });

  it("signs no user out when the stored credential was refused", async () => {
    upstream.json(401, { detail: "bad key" }, { "www-authenticate": "Basic" });
    const response = await app.call("calls.queryStats", { connection, body: QUERY });
    expect(response.status).toBe(502);
    expect(response.headers.get("www-authenticate")).toBeNull();
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await readSession(app.dashboard, await app.cookie("member"))).toBeDefined();
  });

  it("is truncated at 4 KiB", async () => {
    upstream.json(500, { reason: "x".repeat(1_000_000) });
    expect((await ask()).reason?.length).toBeLessThanOrEqual(4096);
    const item = { loc: ["body"], msg: "m".repeat(100), type: "t" };
    upstream.json(422, { detail: Array.from({ length: 300 }, () => item) });
    const text = JSON.stringify((await ask()).detail);
    expect(text.length).toBeLessThanOrEqual(5000);
  });

  it("that is a page is returned as its text, without tags", async () => {
    upstream.reply = (response) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<html><style>a{}</style><script>alert(1)</script><h1>502 Bad Gateway</h1>nginx</html>");
    };
    expect(await ask()).toMatchObject({ kind: "upstream", http: 502, reason: "502 Bad Gateway nginx" });
  });
});

describe("a credential that the service reflects", () => {
  it.each([400, 401, 403, 404, 409, 422, 429, 500])("is removed from every part of a %i", async (status) => {
    const forms = [
      PASSWORD_CANARY,
      `Basic ${BASIC_PAIR}`,
      encodeURIComponent(PASSWORD_CANARY),
      Buffer.from(PASSWORD_CANARY).toString("base64url"),
    ];
    upstream.json(
      status,
      { reason: forms.join(" "), detail: forms.map((form) => ({ loc: ["body", form], msg: form, type: form })) },
      { "x-reflected": BASIC_PAIR, "set-cookie": `a=${BASIC_PAIR}` },
    );
    const response = await app.call("calls.queryStats", { connection, body: QUERY });
    const seen = `${await response.text()} ${[...response.headers].join(" ")}`;
    expect(seen).toContain("[redacted]");
    for (const form of [...forms, BASIC_PAIR, "CANARY", JSON.stringify(PASSWORD_CANARY).slice(1, -1)]) {
      expect(seen).not.toContain(form);
    }
  });

  it("is removed even when this request carried the other one", async () => {
    upstream.json(500, { reason: `${TOKEN_CANARY} and ${PASSWORD_CANARY} and ${BASIC_PAIR}` });
    for (const operation of ["calls.queryStats", "models.checkpoints"]) {
      const search: Record<string, string> = operation === "models.checkpoints" ? { model_id: "m" } : {};
      const response = await app.call(operation, { connection, search, ...(search.model_id ? {} : { body: QUERY }) });
      expect(failureBody.parse(await response.json()).error.reason).toBe("[redacted] and [redacted] and [redacted]");
    }
  });

  it("is removed from a page, and from a bearer's failure", async () => {
    upstream.reply = (response, request) => {
      response.writeHead(500, { "content-type": "text/html" });
      response.end(`<b>You sent ${request.headers.authorization}</b>`);
    };
    const response = await app.call("models.checkpoints", { connection, search: { model_id: "m" } });
    const text = await response.text();
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("CANARY");
  });
});

describe("redirects", () => {
  it.each(["/elsewhere", "file:///etc/passwd", "http://169.254.169.254/", ""])("to %j are not followed", async (to) => {
    const elsewhere = await Upstream.start();
    const location = to === "/elsewhere" ? `${elsewhere.url}/x` : to || `${upstream.url}/calls/query_stats`;
    for (const status of [301, 302, 303, 307, 308]) {
      upstream.reply = (response) => void response.writeHead(status, { location }).end();
      expect(await ask()).toMatchObject({ kind: "upstream", http: 502, status });
    }
    expect(elsewhere.seen).toHaveLength(0);
    expect(upstream.seen).toHaveLength(5);
    await elsewhere.stop();
  });
});

describe("an invalid success", () => {
  it("a login page with status 200 is unreadable, and its script does not get through", async () => {
    for (const type of ["text/html; charset=utf-8", "application/xhtml+xml", "image/svg+xml"]) {
      upstream.reply = (response) => {
        response.writeHead(200, { "content-type": type });
        response.end("<title>Sign in</title><script>steal()</script>");
      };
      const response = await app.call("calls.queryStats", { connection, body: QUERY });
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(await failureOf(response)).toMatchObject({ kind: "unreadable", http: 502, reason: "Sign in" });
    }
  });
});

describe("no response", () => {
  it("from a port without a listener names the host and the cause", async () => {
    const removed = await Upstream.start();
    const host = `127.0.0.1:${removed.port}`;
    connection = await app.connect(removed.url);
    await removed.stop();
    const failure = await ask();
    expect(failure).toMatchObject({ kind: "unreachable", http: 502, reason: "ECONNREFUSED" });
    expect(failure.message).toContain(host);
  });

  it("several times in a row ends further requests at once, says when the service is asked again, and is over within seconds of its first response", async () => {
    upstream.reply = (response) => void response.destroy();
    await expect.poll(async () => (await ask()).reason).toBe("circuit-open");
    const asked = upstream.seen.length;
    expect(asked).toBeLessThan(10);
    const failures = await Promise.all(Array.from({ length: 50 }, ask));
    // One of them, at most, was the next try, which is repeated once.
    expect(upstream.seen.length).toBeLessThanOrEqual(asked + 2);
    expect(failures.filter(({ reason }) => reason === "circuit-open").length).toBeGreaterThanOrEqual(49);
    expect(failures.at(-1)).toMatchObject({ kind: "unreachable", http: 503 });
    expect(failures.at(-1)?.message).toMatch(
      /^The service at \S+ closed the connection, \d+ times in a row\. It is asked again in (a second|2 seconds); this request was not sent\.$/,
    );

    upstream.json(200, { count: 3 });
    const recoveredMs = performance.now();
    const status = async () => (await app.call("calls.queryStats", { connection, body: QUERY })).status;
    await expect.poll(status).toBe(200);
    expect(performance.now() - recoveredMs).toBeLessThan(5_000);
    expect(await status()).toBe(200);
  });

  it("from a name that does not exist is unreachable", async () => {
    connection = await app.connect("http://heddle-test.invalid");
    expect(await ask()).toMatchObject({ kind: "unreachable", http: 502 });
  });

  it("from a service that closes the connection is unreachable, and a write may have been carried out", async () => {
    upstream.reply = (response) => void response.destroy();
    expect(await ask()).toMatchObject({ kind: "unreachable", http: 502 });
    const body = { batch: [{ mode: "start", req: { start: START } }] };
    const write = await failureOf(await app.call("call.upsertBatch", { connection, body }));
    expect(write.message).toContain("may have been executed");
    expect(upstream.seen.filter((request) => request.path === "/call/upsert_batch")).toHaveLength(1);
  });

  it("over a connection that was closed in the meantime is retried for a read", async () => {
    let hangUps = 1;
    upstream.reply = (response) => {
      if (hangUps-- > 0) response.destroy();
      else response.writeHead(200, { "content-type": "application/json" }).end('{"count":7}');
    };
    const answer = await app.call("calls.queryStats", { connection, body: QUERY });
    expect(await answer.json()).toEqual({ count: 7 });
    expect(upstream.seen.map(({ body }) => body.toString())).toEqual(Array(2).fill(JSON.stringify(QUERY)));
  });

  it("from our own service during its start is awaited for a read", async () => {
    const removed = await Upstream.start();
    const { port } = removed;
    await removed.stop();
    const local = await TestDashboard.open({ HEDDLE_SERVICE_PORT: String(port) });
    const answering = local.call("calls.queryStats", { connection: "local", body: QUERY });
    await expect.poll(() => local.logLines.join("")).toContain("no response, retrying");
    const started = createHttpServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"count":7}');
    });
    await new Promise<void>((resolve) => started.listen(port, "127.0.0.1", resolve));
    expect(await (await answering).json()).toEqual({ count: 7 });
    started.closeAllConnections();
    started.close();
    await local.close();
  });

  it("in time is 504, and the slot is free again", async () => {
    upstream.reply = () => {};
    expect(await ask()).toMatchObject({ kind: "upstream", http: 504 });
    upstream.json(200, { count: 1 });
    expect((await app.call("calls.queryStats", { connection, body: QUERY })).status).toBe(200);
  });

  it("in HTTP is unreadable", async () => {
    const server = createServer((socket) => {
      socket.on("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
      socket.on("error", () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    connection = await app.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const failure = await ask();
    server.close();
    expect(failure).toMatchObject({ kind: "unreadable", http: 502 });
  });

  it("with headers of any size: over the limit it is unreadable", async () => {
    upstream.reply = (response) => void response.writeHead(200, { "x-big": "x".repeat(100_000) }).end("{}");
    expect(await ask()).toMatchObject({ kind: "unreadable", http: 502 });
  });

  it("from an address that the policy rejects is never requested", async () => {
    for (const url of ["http://169.254.169.254", "http://[fe80::1]", "http://0.0.0.0:8123", "http://localhost:7700"]) {
      connection = await app.connect(url);
      const failure = await ask();
      expect(failure).toMatchObject({ kind: "unreachable", http: 502, reason: "refused" });
      expect(failure.message).toContain("may not be called");
    }
  });

  it("from a port of another protocol is never requested", async () => {
    connection = await app.connect("http://127.0.0.1:25");
    expect(await ask()).toMatchObject({ kind: "unreachable", http: 502, reason: "refused" });
  });

  it("from a loopback service under public-only: its listener receives nothing", async () => {
    const strict = await TestDashboard.open({ HEDDLE_CONNECTION_POLICY: "public-only" });
    const id = await strict.connect(upstream.url);
    const response = await strict.call("calls.queryStats", { connection: id, body: QUERY });
    expect(await failureOf(response)).toMatchObject({ kind: "unreachable", reason: "refused" });
    expect(upstream.seen).toHaveLength(0);
    await strict.close();
  });
});

describe("a stored credential", () => {
  it("moved to another address is not decrypted, and nothing is sent", async () => {
    const elsewhere = await Upstream.start();
    await app.dashboard.database
      .updateTable("connection")
      .set({ base_url: elsewhere.url })
      .where("id", "=", connection)
      .execute();
    expect(await ask()).toMatchObject({ kind: "credentials-refused", reason: "credential-unreadable", http: 502 });
    expect(elsewhere.seen).toHaveLength(0);
    await elsewhere.stop();
  });

  it("that is missing is named as such", async () => {
    const { database } = app.dashboard;
    await database.updateTable("connection").set({ bearer_token: null }).where("id", "=", connection).execute();
    const response = await app.call("models.checkpoints", { connection, search: { model_id: "m" } });
    const failure = await failureOf(response);
    expect(failure).toMatchObject({ kind: "credentials-refused", reason: "credential-missing" });
    expect(failure.message).toContain("bearer token");
  });
});
