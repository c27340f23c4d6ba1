import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import pino, { type Logger } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MISSING_HEADER, missingOf } from "@/lib/api/contract/admin/missing-rows";
import { allOperations } from "@/lib/api/contract/operations";
import type { KeyVerifier } from "@/service/kernel/access/identity";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import { ForbiddenError, InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { StoreError, StoreFull, StoreOverloaded } from "@/service/kernel/errors/store-errors";
import { noteDamage } from "@/service/testing/noted-damage";
import type { HandlerContext, Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { RawJson, RawLines } from "@/service/traces/handlers/raw-json";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { createRouter } from "./router";

const KEY = "hk_0123456789012345678901234567890123456789";
/** Of the same user as the first. */
const SECOND_KEY = "hk_second_789012345678901234567890123456789";
const LIMITED_KEY = "hk_limited_89012345678901234567890123456789";

const keys: KeyVerifier = {
  verify: async (key) => {
    if (key === KEY) return { userId: "key-1", name: "first", projects: null };
    if (key === SECOND_KEY) return { userId: "key-1", name: "another", projects: null };
    return key === LIMITED_KEY ? { userId: "key-2", name: "second", projects: ["e/mine"] } : null;
  },
};

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` });

function routerWith(
  handlers: Partial<Handlers>,
  log = pino({ level: "silent" }),
  dashboardUrl: string | null = null,
  damage?: DamageRecords,
) {
  return createRouter({
    ...(damage && { damage }),
    services: { imports: new UnfinishedImports() } as Services,
    handlers: handlers as Handlers,
    keys,
    localToken: "local-token",
    log,
    dashboardUrl,
  });
}

function post(path: string, body: unknown, headers: Record<string, string> = basic(KEY)): Request {
  return new Request(`http://service${path}`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const readObject = vi.fn();
const router = routerWith({
  "obj.read": readObject,
  "call.read": async () => new RawJson('{"call":{"n":1.0}}'),
  "refs.readBatch": async () => ({ vals: [] }),
  health: async () => ({ status: "ok" }),
});
const READ = { project_id: "e/p", object_id: "o", digest: "latest" };
const OBJ = {
  project_id: "e/p",
  object_id: "o",
  created_at: "",
  digest: "d",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: {},
};

afterEach(() => {
  readObject.mockReset();
});

describe("authentication", () => {
  it.each([
    ["Basic with the key as password", basic(KEY), "key-1"],
    ["Bearer", { authorization: `Bearer ${KEY}` }, "key-1"],
    ["the header of exporters", { "wandb-api-key": KEY }, "key-1"],
    ["the dashboard's token with the acting user", { ...basic("local-token"), "x-heddle-user": "mia" }, "mia"],
    ["a key cannot name another user", { ...basic(KEY), "x-heddle-user": "mia" }, "key-1"],
  ])("accepts %s", async (_name, headers, userId) => {
    readObject.mockResolvedValue({ obj: OBJ });
    const answer = await router.request(post("/obj/read", READ, headers));
    expect(answer.status).toBe(200);
    expect(readObject.mock.calls[0]?.[1]).toMatchObject({ identity: { userId } });
  });

  it.each([
    ["no key", {}],
    ["an unknown key", basic("x".repeat(40))],
    ["half a header", { authorization: "Basic" }],
  ])("answers 401 with a reason to %s, before the body is read", async (_name, headers) => {
    const answer = await router.request(post("/obj/read", "not json", headers));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ reason: expect.any(String) });
    expect(readObject).not.toHaveBeenCalled();
  });

  it("answers 403 when a limited key names another project in its address", async () => {
    const tags = routerWith({ "tags.list": async () => ({ tags: [] }) });
    const ask = (project: string) =>
      tags.request(`http://service/tags?project_id=${encodeURIComponent(project)}`, { headers: basic(LIMITED_KEY) });
    expect((await ask("e/mine")).status).toBe(200);
    expect((await ask("e/other")).status).toBe(403);
  });

  it("answers 403 when a limited key names another project, also inside refs", async () => {
    const answer = await router.request(post("/obj/read", READ, basic(LIMITED_KEY)));
    expect(answer.status).toBe(403);
    const refs = { refs: ["weave:///e/mine/object/o:1", "weave:///e/other/object/o:1"] };
    expect((await router.request(post("/refs/read_batch", refs, basic(LIMITED_KEY)))).status).toBe(403);
    expect(
      (await router.request(post("/refs/read_batch", { refs: refs.refs.slice(0, 1) }, basic(LIMITED_KEY)))).status,
    ).toBe(200);
  });

  it("allows health requests without a key", async () => {
    expect((await router.request("http://service/health")).status).toBe(200);
  });
});

describe("requests", () => {
  it("parses JSON without a Content-Type, ignores unknown members and fills defaults", async () => {
    readObject.mockResolvedValue({ obj: OBJ });
    const request = post("/obj/read", { ...READ, unknown: 1 });
    request.headers.delete("content-type");
    await router.request(request);
    expect(readObject.mock.calls[0]?.[0].body).toEqual({ ...READ, metadata_only: false });
  });

  it("reports the location of each fault with 422", async () => {
    const answer = await router.request(post("/obj/read", { project_id: "e/p", digest: 1 }));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      detail: [
        { loc: ["body", "object_id"], msg: "Field required", type: "missing" },
        { loc: ["body", "digest"], msg: "Input should be a valid string", type: "string_type" },
      ],
    });
  });

  it.each([
    ["text that is not JSON", "{", "json_invalid"],
    ["nothing", "", "missing"],
    ["bare NaN", '{"a":NaN}', "json_invalid"],
    ["100,000 open brackets", "[".repeat(100_000), "too_deep"],
  ])("answers 422 to %s", async (_name, body, type) => {
    const answer = await router.request(post("/obj/read", body));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ["body"], type }] });
  });

  it("answers 422 to bytes that are not UTF-8", async () => {
    const request = new Request("http://service/obj/read", {
      method: "POST",
      headers: basic(KEY),
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect(await (await router.request(request)).json()).toMatchObject({ detail: [{ type: "unicode_error" }] });
  });

  it("answers 413 to more bytes than the operation allows", async () => {
    const answer = await router.request(post("/obj/read", `"${"x".repeat(33 * 1024 * 1024)}"`));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ reason: expect.stringContaining("limit") });
  });

  it("may name every operation below /traces, for clients that know only the product's address", async () => {
    readObject.mockResolvedValue({ obj: OBJ });
    expect((await router.request(post("/traces/obj/read", READ))).status).toBe(200);
    expect((await router.request("http://service/traces/health")).status).toBe(200);
    expect((await router.request(post("/traces/nothing", READ))).status).toBe(404);
    const document = await (await router.request("http://service/openapi.json")).text();
    expect(document).not.toContain("/traces/");
  });

  it("answers 404 with a reason to an unknown path and to an unsupported operation", async () => {
    for (const path of ["/nothing", "/obj/read/", "/completions/create"]) {
      const answer = await router.request(post(path, {}));
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ reason: expect.stringContaining(path) });
    }
  });
});

describe("an operation of public services that has no meaning here", () => {
  it.each([
    ["/annotation_queues/query", "/feedback/create"],
    ["/agents/spans/query", "/calls/stream_query"],
    ["/project/ttl_settings/update", "/retention/read"],
    ["/project/sensitive_data_settings", "/project/stats"],
    ["/feedback/aggregate", "/scores/list"],
    ["/calls/score", "/evaluation_runs/start"],
    ["/evaluations/evaluate_model", "/evaluation_runs/start"],
    ["/dataset_sources/query", "/obj/used_by"],
    ["/files/resolve_url", "/file/content"],
    ["/image/create", "/v1/responses"],
    ["/v2/entity/project/datasets", "/obj/create"],
    ["/v1/embeddings", "/v1/chat/completions"],
    ["/v1/responses/resp_1", "/v1/responses"],
    ["/v1/models/openai/gpt-4o", "/v1/models"],
    ["/v1/preview/sft-training-jobs", "/v1/preview/training-jobs"],
  ])("is refused at %s with what to call instead, which exists", async (path, instead) => {
    const answer = await router.request(post(path, {}));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ reason: expect.stringContaining(instead) });
    if (instead.startsWith("/")) expect(allOperations.map((operation) => operation.path)).toContain(instead);
  });
});

describe("OPTIONS", () => {
  it("names the methods of a path without a credential, runs nothing, and is 404 for an unknown path", async () => {
    const answer = await router.request("http://service/obj/read", { method: "OPTIONS" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect(readObject).not.toHaveBeenCalled();
    expect((await router.request("http://service/nothing", { method: "OPTIONS" })).status).toBe(404);
  });
});

describe("responses", () => {
  it("write both spellings of a member, and leave text that is already JSON unchanged", async () => {
    readObject.mockResolvedValue({ obj: { ...OBJ, svc_user_id: "u" } });
    expect(await (await router.request(post("/obj/read", READ))).json()).toMatchObject({
      obj: { svc_user_id: "u", wb_user_id: "u" },
    });
    expect(await (await router.request(post("/call/read", { project_id: "e/p", id: "1" }))).text()).toBe(
      '{"call":{"n":1.0}}',
    );
  });

  it.each([
    [new InvalidRequestError("Limit must be a positive integer"), 400, { reason: "Limit must be a positive integer" }],
    [new ForbiddenError("Field x is not allowed"), 403, { reason: "Field x is not allowed" }],
    [
      new NotFoundError("gone", { deleted_at: "2026-01-01T00:00:00Z" }),
      404,
      { reason: "gone", deleted_at: "2026-01-01T00:00:00Z" },
    ],
  ])("convert %s into its status and body", async (error, status, body) => {
    readObject.mockRejectedValue(error);
    const answer = await router.request(post("/obj/read", READ));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual(body);
  });

  it("hide the details of an unexpected failure, except for an id to search for", async () => {
    readObject.mockRejectedValue(new Error("SELECT secret FROM x"));
    const answer = await router.request(post("/obj/read", READ));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ reason: "Internal server error", request_id: expect.any(String) });
  });

  it("name the id that the dashboard gave the request, also in the log of its failure", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
    const failing = routerWith({ "obj.read": async () => Promise.reject(new Error("broken")) }, log);
    const id = "5d1f0c52-7f6e-4f0e-8d8e-1c2b3a4d5e6f";
    const answer = await failing.request(post("/obj/read", READ, { ...basic(KEY), "x-request-id": id }));
    expect(answer.headers.get("x-request-id")).toBe(id);
    expect(await answer.json()).toMatchObject({ request_id: id });
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ requestId: id });
  });

  it("have a new id when the request has none, or one that is not safe for a log", async () => {
    const ids = await Promise.all(
      [undefined, "short", "a b\u0009c d e f g", "x".repeat(500)].map(async (given) => {
        const headers = { ...basic(KEY), ...(given === undefined ? {} : { "x-request-id": given }) };
        return (await router.request(post("/nowhere", {}, headers))).headers.get("x-request-id");
      }),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("include the OpenAPI document of the supported operations", async () => {
    const response = await router.request("http://service/openapi.json");
    const document = (await response.json()) as { paths: object; servers: object };
    expect(document.servers).toEqual([{ url: "http://service" }]);
    expect(Object.keys(document.paths).sort()).toEqual(["/call/read", "/health", "/obj/read", "/refs/read_batch"]);
  });
});

describe("streams", () => {
  const query = { project_id: "e/p", digest: "d" };

  async function overThePort(
    rows: (context: HandlerContext) => AsyncIterable<unknown>,
    use: (url: string) => Promise<void>,
    log?: Logger,
  ) {
    const app = routerWith({ "table.queryStream": (_input, context) => rows(context) as never }, log);
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await once(server, "listening");
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/table/query_stream`);
    } finally {
      server.close();
    }
  }

  const send = (url: string, signal?: AbortSignal) =>
    fetch(url, { method: "POST", headers: basic(KEY), body: JSON.stringify(query), ...(signal ? { signal } : {}) });

  it("send the first line before the second row is ready", async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* rows() {
      yield { digest: "1", val: 1 };
      await gate;
      yield new RawLines('{"digest":"2","val":2.0}\n');
    }
    await overThePort(rows, async (url) => {
      const reader = (await send(url)).body?.getReader();
      const first = await reader?.read();
      expect(new TextDecoder().decode(first?.value)).toBe('{"digest":"1","val":1}\n');
      release();
      const second = await reader?.read();
      expect(new TextDecoder().decode(second?.value)).toBe('{"digest":"2","val":2.0}\n');
      expect((await reader?.read())?.done).toBe(true);
    });
  });

  it("are an error response when they fail before the first line", async () => {
    async function* rows() {
      throw new InvalidRequestError("Unsupported sort field: x");
      // biome-ignore lint/correctness/noUnreachable: makes this a generator
      yield null;
    }
    await overThePort(rows, async (url) => {
      const answer = await send(url);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ reason: "Unsupported sort field: x" });
    });
  });

  it("are cut, not ended, when they fail after the first line", async () => {
    async function* rows() {
      yield { digest: "1", val: 1 };
      throw new Error("engine gone");
    }
    await overThePort(rows, async (url) => {
      const answer = await send(url);
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    });
  });

  it("that are not read are refused beyond a limit, and take no time from another key of their owner", async () => {
    async function* rows({ identity }: HandlerContext) {
      const count = identity.name === "first" ? 10_000 : 1;
      for (let n = 0; n < count; n += 1) yield { digest: String(n), val: "x".repeat(64 * 1024) };
    }
    await overThePort(rows, async (url) => {
      const leaving = new AbortController();
      const unread = Array.from({ length: 100 }, () => send(url, leaving.signal));
      const refused = await Promise.any(
        unread.map(async (sent) => {
          const { status, headers } = await sent;
          if (status === 200) throw new Error("It began.");
          return [status, headers.get("retry-after")];
        }),
      );
      expect(refused).toEqual([429, "2"]);
      const beganAt = performance.now();
      const answer = await fetch(url, { method: "POST", headers: basic(SECOND_KEY), body: JSON.stringify(query) });
      expect((await answer.text()).length).toBeGreaterThan(64 * 1024);
      expect(performance.now() - beganAt).toBeLessThan(2_000);
      leaving.abort();
      await Promise.allSettled(unread);
    });
  });

  it("that are not read are cut with a reason in the log when others wait", {
    tags: ["all"],
    timeout: 60_000,
  }, async () => {
    const reasons: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void reasons.push(JSON.parse(line).reason) });
    async function* rows() {
      for (let n = 0; n < 10_000; n += 1) yield { digest: String(n), val: "x".repeat(64 * 1024) };
    }
    await overThePort(
      rows,
      async (url) => {
        const leaving = new AbortController();
        const first = await send(url, leaving.signal);
        const unread = Array.from({ length: 40 }, () => send(url, leaving.signal));
        await vi.waitFor(() => expect(reasons[0]).toContain("Its reader took nothing for 5 s"), { timeout: 30_000 });
        await expect(first.text()).rejects.toThrow();
        leaving.abort();
        await Promise.allSettled(unread);
      },
      log,
    );
  });

  it("stop when the client disconnects", async () => {
    const left = vi.fn();
    async function* rows(context: HandlerContext) {
      context.signal.addEventListener("abort", left);
      try {
        for (let n = 0; ; n += 1) yield { digest: String(n), val: "x".repeat(1000) };
      } finally {
        left();
      }
    }
    await overThePort(rows, async (url) => {
      const controller = new AbortController();
      const answer = await send(url, controller.signal);
      await answer.body?.getReader().read();
      controller.abort();
      await vi.waitFor(() => expect(left).toHaveBeenCalled(), { timeout: 60_000 });
    });
  });
});

describe("bodies over a port", () => {
  it("are refused above the limit, and no failure is logged when the client leaves before the end", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
    const handled: unknown[] = [];
    const app = routerWith({ "obj.read": async (input) => handled.push(input) as never }, log);
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/obj/read`;
    try {
      const tooLarge = await fetch(url, { method: "POST", headers: basic(KEY), body: "x".repeat(33 * 1024 ** 2) });
      expect(tooLarge.status).toBe(413);
      const leaving = httpRequest(url, { method: "POST", headers: { ...basic(KEY), "content-length": "1000" } });
      const closed = new Promise((resolve) => leaving.on("error", () => undefined).on("close", resolve));
      const arrived = new Promise<ServerResponse>((resolve) =>
        server.once("request", (_request: unknown, response: ServerResponse) => resolve(response)),
      );
      leaving.write('{"project_id":');
      const response = await arrived;
      leaving.destroy();
      await Promise.all([closed, once(response, "close")]);
      // A response to the next request comes after whatever the one before caused.
      expect((await fetch(url, { method: "POST", headers: basic(KEY), body: "{" })).status).toBe(422);
      expect(handled).toEqual([]);
      expect(lines).toEqual([]);
    } finally {
      server.close();
    }
  });
});

describe("links that SDKs print", () => {
  const open = (path: string, dashboardUrl: string | null) =>
    routerWith({}, undefined, dashboardUrl).request(`http://service${path}`);

  it.each([
    "/demo/airline/weave",
    "/demo/airline/weave/objects/prompt/versions/abc?view=1",
    "/demo/air%20line/r/call/01a204b9-1c4b-7a0e-83af-3cea47d28e08",
  ])("lead to the dashboard: %s", async (path) => {
    const answer = await open(path, "https://heddle.example.org");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `https://heddle.example.org${path}`]);
  });

  it("are explained where no dashboard is known", async () => {
    const answer = await open("/demo/airline/weave", null);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ reason: expect.stringContaining("HEDDLE_URL") });
  });

  it.each(["//evil.example.org/x/weave", "/demo/weave", "/demo/airline/other"])(
    "are not any other path: %s",
    async (path) => {
      expect((await open(path, "https://heddle.example.org")).status).toBe(404);
    },
  );
});

describe("a full disk", () => {
  it.each([
    ["as the engine tells of it", new StoreFull("Cannot reserve 1.00 MiB")],
    ["as files tell of it", Object.assign(new Error("no space left on device"), { code: "ENOSPC" })],
    ["as databases tell of it", Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" })],
  ])("is reported, %s", async (_name, error) => {
    readObject.mockRejectedValue(error);
    const response = await router.fetch(post("/obj/read", READ));
    expect(response.status).toBe(507);
    expect(await response.json()).toEqual({ reason: expect.stringContaining("full") });
  });
});

describe("more data than may wait", () => {
  it("is refused with a time to send it again, in the encoding of the request", async () => {
    readObject.mockRejectedValue(new StoreOverloaded("Too much data is waiting to be written."));
    const response = await router.fetch(post("/obj/read", READ));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(await response.json()).toEqual({ reason: expect.stringContaining("Send it again") });
    const overloaded = routerWith({ "otel.exportTraces": () => Promise.reject(new StoreOverloaded("full")) });
    const headers = { ...basic(KEY), "content-type": "application/x-protobuf" };
    const refused = await overloaded.fetch(post("/otel/v1/traces", "", headers));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(refused.headers.get("content-type")).toBe("application/x-protobuf");
  });
});

describe("an answer while stored data is damaged", () => {
  it("says what its projects lack, or all projects that the key may read where it names none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "heddle-router-"));
    await noteDamage(folder, "e/mine");
    const records = await DamageRecords.open(folder);
    const other = { project_id: "e/other", table: "files", rows: 2, first: null, last: null };
    await records.replace("database", [
      { kind: "database", table: "service.db", part: "x", bytes: 0, missing: [other] },
    ]);
    const damaged = routerWith(
      {
        "projects.list": async () => ({ projects: [] }),
        "tags.list": async () => ({ tags: [] }),
        health: async () => ({ status: "ok" }),
      },
      undefined,
      null,
      records,
    );
    const projectsOf = async (path: string, key = KEY) => {
      const { headers } = await damaged.request(`http://service${path}`, { headers: basic(key) });
      return missingOf(headers.get(MISSING_HEADER)).map(({ project_id: project }) => project);
    };
    expect(await projectsOf("/tags?project_id=e%2Fother")).toEqual(["e/other"]);
    expect(await projectsOf("/tags?project_id=e%2Fwhole")).toEqual([]);
    expect(await projectsOf("/projects/list")).toEqual(["e/mine", "e/other"]);
    expect(await projectsOf("/projects/list", LIMITED_KEY)).toEqual(["e/mine"]);
    expect(await projectsOf("/health")).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("the requests of one sender", () => {
  it("count the bytes of media bodies, so that those of other senders need not wait behind them", async () => {
    const begun: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const app = routerWith({
      "otel.exportTraces": async (_input, { identity }) => {
        begun.push(identity.userId);
        await gate;
        return { type: "application/x-protobuf", bytes: new Uint8Array() };
      },
    });
    const send = (key: string, bytes: number) => {
      const headers = { ...basic(key), "content-type": "application/x-protobuf" };
      const body = Buffer.alloc(bytes);
      return app.fetch(new Request("http://service/otel/v1/traces", { method: "POST", headers, body }));
    };
    // Three of them exceed the share of a sender, and two do not.
    const own = [send(KEY, 44 * 1024 ** 2), send(KEY, 44 * 1024 ** 2), send(KEY, 44 * 1024 ** 2)];
    await vi.waitFor(() => expect(begun).toEqual(["key-1", "key-1"]));
    const other = send(LIMITED_KEY, 10);
    await vi.waitFor(() => expect(begun).toEqual(["key-1", "key-1", "key-2"]));
    open();
    for (const response of await Promise.all([...own, other])) expect(response.status).toBe(200);
    expect(begun).toEqual(["key-1", "key-1", "key-2", "key-1"]);
  });
});

describe("the log entry of a failure", () => {
  it.each([
    ["one of the store", false, ["request failed"]],
    ["not that a client left", true, []],
  ])("%s", async (_name, leaves, expected) => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const client = new AbortController();
    const failing = routerWith(
      {
        "obj.read": async () => {
          if (leaves) client.abort();
          throw new StoreError("Stopped.");
        },
      },
      log,
    );
    await failing.fetch(new Request(post("/obj/read", READ), { signal: client.signal }));
    expect(lines).toEqual(expected);
  });
});
