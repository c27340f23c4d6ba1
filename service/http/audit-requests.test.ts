import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyVerifier } from "@/service/kernel/access/identity";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import { WaitingAudit } from "@/service/kernel/access/waiting-audit";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { RawLines } from "@/service/traces/handlers/raw-json";
import { AuditRequests } from "./audit-requests";
import { createRouter } from "./router";

const TOKEN = "local-token";
const NOW_MS = Date.parse("2026-11-29T12:00:00Z");
const PROJECT = { project_id: "e/p" };
const DELETE = { ...PROJECT, call_ids: ["c1", "c2"] };

const keys: KeyVerifier = {
  verify: async () => ({ userId: "ada", name: "ci", projects: ["e/p"], scopes: ["read", "write", "admin"] }),
};

let place: TemporaryState;
let waiting: WaitingAudit;

beforeEach(async () => {
  place = await openTemporaryState();
  waiting = new WaitingAudit(place.state);
});

afterEach(() => place.remove());

/** Sends a request to a router with one handler, and returns its status after its body was read. */
async function send(
  handlers: Partial<Handlers>,
  path: string,
  body: object,
  key = `hk_${"x".repeat(37)}`,
): Promise<number> {
  const log = pino({ level: "silent" });
  const router = createRouter({
    services: { imports: new UnfinishedImports() } as Services,
    handlers: handlers as Handlers,
    keys,
    localToken: TOKEN,
    log,
    audit: new AuditRequests(waiting, log, () => NOW_MS),
  });
  const headers = { authorization: `Bearer ${key}`, "x-request-id": "request-12345678" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await router.fetch(new Request(`http://service${path}`, init));
  await response.text();
  return response.status;
}

const entries = async () =>
  (await waiting.take([])).map(({ event, target, is_allowed }) => [event, target, is_allowed]);

describe("what an API key does", () => {
  it("waits for the audit log with who, what and how many, on disk before the answer", async () => {
    const handlers = { "calls.delete": async () => ({ num_deleted: 2 }) };
    expect(await send(handlers, "/calls/delete", DELETE)).toBe(200);
    const [entry] = await waiting.take([]);
    expect(entry).toEqual({
      id: expect.any(String),
      at: new Date(NOW_MS).toISOString(),
      event: "calls.deleted",
      user_id: "ada",
      target: "key ci e/p 2 selected 2 deleted",
      is_allowed: true,
      request_id: "request-12345678",
    });
  });

  it("is not recorded when it failed, when the dashboard does it, or when stored rows name their user", async () => {
    const failing = { "calls.delete": async () => Promise.reject(new InvalidRequestError("no")) };
    expect(await send(failing, "/calls/delete", DELETE)).toBe(400);
    const handlers = {
      "calls.delete": async () => ({ num_deleted: 2 }),
      "table.create": async () => ({ digest: "d", row_digests: [] }),
    };
    expect(await send(handlers, "/calls/delete", DELETE, TOKEN)).toBe(200);
    expect(await send(handlers, "/table/create", { table: { ...PROJECT, rows: [] } })).toBe(200);
    expect(await entries()).toEqual([]);
  });

  it("is recorded when it was denied, by a permission or by a project", async () => {
    expect(await send({ "modelServer.stop": async () => ({}) as never }, "/model_server/stop", { model_id: "m" })).toBe(
      403,
    );
    expect(
      await send({ "calls.delete": async () => ({ num_deleted: 0 }) }, "/calls/delete", {
        ...DELETE,
        project_id: "e/other",
      }),
    ).toBe(403);
    expect(await entries()).toEqual([
      ["operation.denied", "key ci modelServer.stop", false],
      ["operation.denied", "key ci calls.delete", false],
    ]);
  });

  it("is recorded when it reads many rows, and not for a page of them", async () => {
    const stream = (count: number) => ({
      "calls.skeleton": async function* () {
        for (let block = 0; block < count / 100; block += 1) yield new RawLines('{"id":"c"}\n'.repeat(100));
      } as never,
    });
    const body = { ...PROJECT, trace_ids: ["t"], trace_id: "t" };
    expect(await send(stream(400), "/calls/skeleton", body)).toBe(200);
    expect(await entries()).toEqual([]);
    expect(await send(stream(6_000), "/calls/skeleton", body)).toBe(200);
    await expect.poll(entries).toEqual([["data.read", "key ci e/p calls.skeleton 6000 rows, 0.1 MiB", true]]);
  });
});

describe("waiting entries", () => {
  it("are returned until they are said to be recorded, oldest first", async () => {
    const entry = { event: "calls.deleted", user_id: "ada", is_allowed: true, request_id: "r" };
    for (const target of ["1", "2"]) await waiting.add({ ...entry, at: new Date(NOW_MS).toISOString(), target });
    const first = await waiting.take([]);
    expect([first, await waiting.take([])].map((taken) => taken.map(({ target }) => target))).toEqual([
      ["1", "2"],
      ["1", "2"],
    ]);
    expect((await waiting.take([first[0]?.id ?? ""])).map(({ target }) => target)).toEqual(["2"]);
  });
});
