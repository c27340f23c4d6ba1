import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations } from "@/lib/api/contract/operations";
import { findConnection } from "@/lib/database/connections";
import { type CallOptions, PASSWORD_CANARY, type TestDashboard, TOKEN_CANARY } from "@/test/faults/relay-dashboard";
import { startRelay } from "@/test/faults/relay-test-setup";
import { Upstream } from "@/test/faults/relay-upstream";

const BASIC_PAIR = Buffer.from(`user:${PASSWORD_CANARY}`).toString("base64");

let app: TestDashboard;
let upstream: Upstream;
let elsewhere: Upstream;
let connection: string;

startRelay({}, (scene) => {
  ({ app, upstream, connection } = scene);
});

beforeEach(async () => {
  elsewhere = await Upstream.start();
});

afterEach(() => elsewhere.stop());

const forwarded = allOperations.filter(({ audience }) => audience === "clients");

/** One row of each kind: with the same credential, method, bodies and effect, rows are forwarded by the same code. */
const kinds = [
  ...new Map(
    forwarded.map((row) => [[row.auth, row.method, row.body.kind, row.result.kind, row.effect].join(), row]),
  ).values(),
];

/** Returns a page's request for a row, with headers that the dashboard's own pages never send. */
function exampleOf({ method, body, example }: Operation): CallOptions {
  const search = { ...example.params, ...(example.query as Record<string, string> | undefined) };
  const texts = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
  const headers = {
    authorization: "Bearer of-the-browser",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-host": "evil.example",
    "x-real-ip": "203.0.113.9",
    "x-heddle-user": "someone-else",
    "x-api-key": "of-the-browser",
    "proxy-authorization": "Basic of-the-browser",
    forwarded: "for=203.0.113.9",
  };
  return {
    method,
    search: texts,
    headers,
    role: "admin",
    ...(body.kind === "none" ? {} : { body: example.body ?? {} }),
  };
}

const ask = (operation: Operation) => app.call(operation.id, { connection, ...exampleOf(operation) });

describe("for each operation or kind of operation, a service", () => {
  it("receives the stored credential of the row and nothing else of the browser", async () => {
    for (const operation of forwarded) {
      upstream.seen.length = 0;
      await (await ask(operation)).body?.cancel();
      const sent = { basic: `Basic ${BASIC_PAIR}`, bearer: `Bearer ${TOKEN_CANARY}`, none: undefined }[operation.auth];
      for (const { headers, path } of upstream.seen) {
        expect([operation.id, headers.authorization]).toEqual([operation.id, sent]);
        const text = JSON.stringify(headers);
        expect([operation.id, text]).not.toEqual([
          operation.id,
          expect.stringMatching(/203\.0\.113|evil|browser|cookie|someone/),
        ]);
        expect([operation.id, path]).not.toEqual([operation.id, expect.stringContaining("CANARY")]);
      }
    }
  });

  it("that redirects does not get the credential to another address", async () => {
    for (const operation of kinds) {
      for (const status of [302, 307]) {
        upstream.reply = (response) => void response.writeHead(status, { location: `${elsewhere.url}/taken` }).end();
        const response = await ask(operation);
        await response.body?.cancel();
        expect([operation.id, response.ok]).toEqual([operation.id, false]);
        expect([operation.id, response.headers.get("location")]).toEqual([operation.id, null]);
      }
    }
    expect(elsewhere.seen).toEqual([]);
  });

  it("that repeats the credential in a failure does not get it to the page", async () => {
    for (const operation of kinds) {
      upstream.reply = (response, { headers }) => {
        const echo = `${headers.authorization} ${PASSWORD_CANARY} ${TOKEN_CANARY} ${BASIC_PAIR}`;
        response.writeHead(500, { "content-type": "application/json", "x-echo": BASIC_PAIR, "set-cookie": "a=b" });
        response.end(JSON.stringify({ reason: echo, detail: [{ loc: [echo], msg: echo, type: echo }] }));
      };
      const response = await ask(operation);
      const seen = `${await response.text()} ${[...response.headers].join(" ")}`;
      expect([operation.id, response.ok]).toEqual([operation.id, false]);
      expect([operation.id, seen]).not.toEqual([operation.id, expect.stringMatching(/CANARY/)]);
      expect([operation.id, seen.includes(BASIC_PAIR)]).toEqual([operation.id, false]);
    }
  });

  it("sets no header of the answer: no cookie, no policy, no type that runs", async () => {
    for (const operation of kinds) {
      upstream.reply = (response) => {
        response.writeHead(200, {
          "content-type": "image/svg+xml",
          "content-disposition": "inline",
          "set-cookie": "next-auth.session-token=evil",
          "content-security-policy": "default-src *",
          "access-control-allow-origin": "*",
          "clear-site-data": '"*"',
          "service-worker-allowed": "/",
          refresh: "0; url=https://evil.example",
          link: "<https://evil.example>; rel=preload",
        });
        response.end("{}");
      };
      const response = await ask(operation);
      await response.body?.cancel();
      const own = Object.fromEntries(response.headers);
      expect([operation.id, own]).toEqual([
        operation.id,
        expect.objectContaining({
          "cache-control": expect.stringContaining("no-store"),
          "content-security-policy": expect.stringContaining("sandbox"),
          "content-type": expect.stringMatching(/^application\/(?:json|jsonl|octet-stream)/),
          "x-content-type-options": "nosniff",
        }),
      ]);
      const text = JSON.stringify(own);
      expect([operation.id, text]).not.toEqual([
        operation.id,
        expect.stringMatching(/evil|inline|set-cookie|\*|refresh/),
      ]);
    }
  });
});

describe("the log", () => {
  it("has one line of JSON for each event, even if a service or a caller writes line breaks", async () => {
    const forged = 'x\r\n{"level":30,"msg":"signed in"}\n\u001b[2J';
    app.logLines.length = 0;
    upstream.reply = (response) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ reason: forged, detail: [{ loc: [forged], msg: forged, type: forged }] }));
    };
    const body = { project_id: forged, filter: { op_names: [forged] } };
    const headers = { "user-agent": "agent\u001b[2J" };
    await (await app.call("calls.queryStats", { connection, body, headers })).body?.cancel();
    await (await app.call(forged, { connection, body, headers })).body?.cancel();
    await (await app.app(forged, { name: forged })).body?.cancel();
    const lines = app.logLines.join("").trimEnd().split("\n");
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(Number),
        msg: expect.not.stringMatching(/signed in/),
      });
      expect(line).not.toContain("\u001b");
    }
  });
});

describe("a connection's test", () => {
  it("sends the stored credentials to no address that a service redirects to", async () => {
    upstream.reply = (response) => void response.writeHead(307, { location: `${elsewhere.url}/taken` }).end();
    const response = await app.app("connections.test", {
      id: connection,
      mayCreateCompletion: true,
      completionModel: "m",
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("CANARY");
    expect(upstream.seen.length).toBeGreaterThan(10);
    expect(elsewhere.seen).toEqual([]);
  });

  it("never joins a stored credential with an address that was not saved with it", async () => {
    const stored = await findConnection(app.dashboard.database, connection);
    for (const baseUrl of [elsewhere.url, upstream.url.replace("127.0.0.1", "localhost"), `${elsewhere.url}/base`]) {
      const input = {
        id: connection,
        updatedAt: stored?.updatedAt,
        name: connection,
        baseUrl,
        dialect: "svc",
        basic: { username: "user" },
        bearer: {},
      };
      const updated = await app.app("connections.update", input);
      expect([baseUrl, updated.status]).toEqual([baseUrl, 422]);
      expect(await updated.text()).toContain("must_reenter");
      const tested = await app.app("connections.test", { id: connection, baseUrl });
      expect([baseUrl, tested.status]).toEqual([baseUrl, 422]);
    }
    expect(elsewhere.seen).toEqual([]);
    await (await ask(forwarded[0] as Operation)).body?.cancel();
    expect(upstream.last.headers.authorization).toBe(`Basic ${BASIC_PAIR}`);
  });
});
