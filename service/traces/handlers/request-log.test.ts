import pino from "pino";
import { describe, expect, it } from "vitest";
import type { LoggedRequest } from "@/lib/api/contract/admin/service-info";
import { recentRequests } from "@/service/http/operations/requests-recent";
import { createRouter } from "@/service/http/router";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { exportMetrics } from "@/service/traces/operations/calls/otel-export-logs";
import { exportTracesHandler } from "@/service/traces/operations/calls/otel-export-traces";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import type { Store } from "@/service/traces/store/engine/store";
import type { Services } from "./handler";
import type { Handlers } from "./handlers";
import { clientName, RequestLog, safePath, safeReason } from "./request-log";

const KEY = "hk_0123456789_9876543210987654321098765432109";
const LIMITED_KEY = "hk_limited_89012345678901234567890123456789";
const LOCAL_TOKEN = "token-of-the-dashboard";
const SECRET = "sk-live-2718281828459045";

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` });

/** No span of these tests is stored. */
const spanMessages = { writeSpans: async () => undefined };
const spanTurns = new SpanTurns({
  store: { stream: async function* () {} } as unknown as Store,
  calls: { write: async () => undefined } as unknown as CallWriter,
});

function open() {
  const handlers = {
    "requests.recent": recentRequests,
    "otel.exportTraces": exportTracesHandler(spanMessages, spanTurns, undefined),
    "otel.exportMetrics": exportMetrics,
    "obj.read": async () => {
      throw new InvalidRequestError(`The value ${SECRET} of https://mia:${SECRET}@host/?token=${SECRET} is not one.`);
    },
    "calls.queryStats": async () => ({ count: 0 }),
    health: async () => ({ status: "ok" }),
  };
  const router = createRouter({
    services: { imports: new UnfinishedImports() } as Services,
    // Tests call only these operations.
    handlers: handlers as unknown as Handlers,
    keys: {
      verify: async (key) => {
        if (key === KEY) return { userId: "k1", name: "first", projects: null };
        return key === LIMITED_KEY ? { userId: "k2", name: "second", projects: ["e/mine"] } : null;
      },
    },
    localToken: LOCAL_TOKEN,
    log: pino({ level: "silent" }),
  });
  const post = async (path: string, body: unknown, headers: Record<string, string> = basic(KEY)) =>
    await router.request(`http://service${path}`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  /** The response for the dashboard, or for the owner of a key. */
  const received = async (body: unknown = {}, headers: Record<string, string> = basic(LOCAL_TOKEN)) => {
    const answer = await post("/requests/recent", body, headers);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { requests: LoggedRequest[] }).requests;
  };
  return { post, received, get: async (path: string) => await router.request(`http://service${path}`) };
}

const COUNT = (project_id: string) => ({ project_id });

describe("the recent requests of a service", () => {
  it("include accepted and refused requests, each refused one with its reason", async () => {
    const { post, received } = open();
    await post("/calls/query_stats", COUNT("e/mine"), { ...basic(KEY), "user-agent": "weave-python/0.52 (linux)" });
    await post("/calls/query_stats", COUNT("e/mine"), {});
    await post("/calls/query_stats", COUNT("e/mine"), basic("hk_unknown"));
    await post("/calls/query_stats", {});
    await post("/calls/query_stats", COUNT("e/other"), basic(LIMITED_KEY));
    await post("/api/v1/traces", {});
    await post("/otel/v1/metrics", {}, { ...basic(KEY), "content-type": "application/json" });
    const facts = (await received()).map(({ method, path, status, reason }) => [method, path, status, reason]);
    expect(facts).toEqual([
      ["POST", "/calls/query_stats", 200, null],
      ["POST", "/calls/query_stats", 401, expect.stringContaining("No API key was sent")],
      ["POST", "/calls/query_stats", 401, "The API key is unknown, has expired or was revoked."],
      ["POST", "/calls/query_stats", 422, expect.stringContaining("body.project_id: Field required")],
      ["POST", "/calls/query_stats", 403, "This key may not use the project e/other."],
      ["POST", "/api/v1/traces", 404, "Operation not found."],
      ["POST", "/otel/v1/metrics", 200, expect.stringContaining("not stored")],
    ]);
    expect((await received())[0]).toMatchObject({
      operation: "calls.queryStats",
      project_ids: ["e/mine"],
      client: "weave-python/0.52",
      count: 1,
    });
  });

  it("report that OpenTelemetry spans named no project", async () => {
    const { post, received } = open();
    const spans = { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: "0".repeat(31) + 1 }] }] }] };
    const json = { ...basic(KEY), "content-type": "application/json" };
    expect((await post("/otel/v1/traces", spans, json)).status).toBe(400);
    expect(await received()).toMatchObject([
      { path: "/otel/v1/traces", status: 400, reason: expect.stringContaining("header project_id"), project_ids: [] },
    ]);
  });

  it("omit the dashboard's requests and monitoring", async () => {
    const { post, received, get } = open();
    await post("/calls/query_stats", COUNT("e/mine"), basic(LOCAL_TOKEN));
    await get("/health");
    expect(await received()).toEqual([]);
  });

  it("omit requests that name other projects, and include those that name none", async () => {
    const { post, received } = open();
    await post("/calls/query_stats", COUNT("e/mine"));
    await post("/calls/query_stats", COUNT("e/other"));
    await post("/calls/query_stats", COUNT("e/mine"), {});
    const ofMine = await received({ project_id: "e/mine" });
    expect(ofMine.map(({ project_ids, status }) => [project_ids, status])).toEqual([
      [["e/mine"], 200],
      [[], 401],
    ]);
  });

  it("are shown to a limited key only when they name its projects and no others", async () => {
    const { post, received } = open();
    await post("/calls/query_stats", COUNT("e/mine"));
    await post("/calls/query_stats", COUNT("e/other"));
    await post("/calls/query_stats", COUNT("e/mine"), {});
    const seen = await received({}, basic(LIMITED_KEY));
    expect(seen.map(({ project_ids }) => project_ids)).toEqual([["e/mine"]]);
    const refused = await post("/requests/recent", { project_id: "e/other" }, basic(LIMITED_KEY));
    expect(refused.status).toBe(403);
  });

  it("contain no key, no header, no query and nothing of a body, wherever a secret was put", async () => {
    const { post, received, get } = open();
    const hidden = { ...basic(SECRET), "user-agent": `curl/8.1 ${SECRET}`, cookie: SECRET, "x-key": SECRET };
    await post(`/calls/query_stats?key=${SECRET}`, { project_id: 1, secret: SECRET }, hidden);
    await post(`/calls/query_stats?key=${SECRET}`, `{"${SECRET}`);
    await post("/obj/read", { project_id: "e/p", object_id: SECRET, digest: "latest" }, basic(KEY));
    await post(
      "/obj/read",
      { project_id: "e/p", object_id: "o", digest: "latest" },
      { authorization: `Bearer ${KEY}` },
    );
    await get(`/${SECRET}/${KEY}/traces?api_key=${SECRET}`);
    await post("/calls/query_stats", { project_id: "e/p", filter: { [SECRET]: 1, op_names: SECRET } });
    const requests = await received();
    expect(requests).toHaveLength(5);
    const text = JSON.stringify(requests);
    for (const secret of [KEY, KEY.slice(3, 20), Buffer.from(`api:${SECRET}`).toString("base64"), LOCAL_TOKEN]) {
      expect(text).not.toContain(secret);
    }
    // The one sentence that named it is the test's own; text in the form of a credential is hidden in it.
    expect(text).not.toContain(`mia:${SECRET}`);
    expect(text).not.toContain(`token=${SECRET}`);
    const others = requests.filter(({ path }) => path !== "/obj/read");
    expect(JSON.stringify(others)).not.toContain(SECRET);
  });
});

describe("the request log", () => {
  const request = {
    method: "POST",
    path: "/p",
    operation: null,
    status: 401,
    reason: "No.",
    projects: [],
    client: null,
  };
  const all = { project: null, seen: null, sinceMs: 0 };

  it("counts a repeated request, with its first and its last time, as the newest", () => {
    let nowMs = 1000;
    const log = new RequestLog(() => nowMs);
    log.add(request);
    log.add({ ...request, path: "/q" });
    nowMs = 2000;
    log.add(request);
    expect(log.recent(all)).toMatchObject([
      { path: "/q", count: 1 },
      { path: "/p", count: 2, first_at: "1970-01-01T00:00:01.000Z", last_at: "1970-01-01T00:00:02.000Z" },
    ]);
    expect(log.recent({ ...all, sinceMs: 1000 })).toHaveLength(1);
  });

  it("drops entries after fifteen minutes, keeps a bounded number, and returns at most fifty", () => {
    let nowMs = 0;
    const log = new RequestLog(() => nowMs);
    for (let count = 0; count < 1000; count += 1) log.add({ ...request, path: `/${count}` });
    const recent = log.recent({ ...all, sinceMs: -1 });
    expect(recent).toHaveLength(50);
    expect(recent.at(-1)).toMatchObject({ path: "/999" });
    nowMs = 15 * 60_000 + 1;
    expect(log.recent({ ...all, sinceMs: -1 })).toEqual([]);
  });
});

describe("the name of a request", () => {
  it.each([
    ["/v1/traces", "/v1/traces"],
    ["/otel/v1/traces/", "/otel/v1/traces/"],
    ["/traces/call/upsert_batch", "/traces/call/upsert_batch"],
    ["/hk_0123456789/traces", "/…/traces"],
    ["/c2VjcmV0/x", "/…/x"],
    ["/favicon.ico", "/favicon.ico"],
  ])("shows %s as %s", (path, shown) => {
    expect(safePath(path)).toBe(shown);
  });

  it.each([
    ["python-httpx/0.28.1", "python-httpx/0.28.1"],
    ["OTel-OTLP-Exporter-Python/1.30.0", "OTel-OTLP-Exporter-Python/1.30.0"],
    ["Mozilla/5.0 (X11; Linux)", "Mozilla/5.0"],
    ["hk_0123", null],
    ["", null],
    [null, null],
  ])("shows the client of %s as %s", (userAgent, client) => {
    expect(clientName(userAgent)).toBe(client);
  });

  it("hides the details of an internal failure", () => {
    expect(safeReason(new Error(SECRET), new Headers())).toBe("Internal error; see the service's log.");
  });
});
