import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClient, HeddleError } from "@/clients/typescript/client";
import { type ServedService, serveService } from "@/service/testing/served-service";

const KEY = "hk_0123456789012345678901234567890123456789";
const PROJECT = "demo/typescript";
const run = promisify(execFile);

let folder: string;
let served: ServedService;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-typescript-client-"));
  served = await serveService(join(folder, "data"), KEY);
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const clientOf = (url = served.url, options: { readonly attempts?: number; readonly timeoutMs?: number } = {}) =>
  createClient({ url, key: KEY, project: PROJECT, ...options });

interface OddService {
  readonly url: string;
  readonly requests: () => number;
}

/** A service that answers each request as told, until the test has ended. */
async function serviceThat(respond: (response: ServerResponse, request: number) => void): Promise<OddService> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const number = requests;
    request.resume();
    request.on("end", () => respond(response, number));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

/** The failure that a request ends with. */
async function failureOf(result: Promise<unknown>): Promise<HeddleError> {
  const error = await result.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof HeddleError) return error;
  throw new Error(`This is no failure of the client: ${String(error)}`);
}

const at = "2026-11-20T10:00:00Z";
const finished = {
  ...{ project_id: PROJECT, op_name: "answer", started_at: at, ended_at: at },
  attributes: {},
  summary: {},
};

describe("the TypeScript client", () => {
  it("stores and reads calls, threads, objects, tables, files, feedback, scores and runs", async () => {
    const heddle = clientOf();
    const call = { ...finished, id: "c1", trace_id: "t1", thread_id: "th", turn_id: "c1" };
    const batch = [{ ...call, inputs: { question: "Where?", seat: Number.NaN }, output: "14C" }];
    await heddle.calls.complete({ entity: "demo", project: "typescript", batch });
    expect((await heddle.calls.read({ id: "c1" })).call).toMatchObject({ output: "14C", inputs: { seat: null } });
    expect(await heddle.threads.streamQuery().toArray()).toMatchObject([{ thread_id: "th", turn_count: 1 }]);

    await heddle.objects.create({ obj: { object_id: "greeting", val: { text: "Hello" } } });
    const read = await heddle.objects.read({ object_id: "greeting", digest: "latest" });
    expect(read.obj.val).toEqual({ text: "Hello" });
    await heddle.objects.setAliases({ object_id: "greeting", digest: read.obj.digest, aliases: ["live"] });
    expect((await heddle.aliases.list()).aliases).toEqual(["live"]);

    const { digest } = await heddle.tables.create({ table: { rows: [{ id: 1 }, { id: 2 }] } });
    expect(await heddle.tables.queryStream({ digest }).toArray()).toMatchObject([
      { val: { id: 1 } },
      { val: { id: 2 } },
    ]);

    const file = await heddle.files.create({ file: new Blob(["é"]) });
    expect(new TextDecoder().decode(await heddle.files.content({ digest: file.digest }))).toBe("é");

    const weave_ref = `weave:///${PROJECT}/call/c1`;
    await heddle.feedback.create({ weave_ref, feedback_type: "right", payload: { value: true } });
    const scores = await heddle.scores.read({ call_ids: ["c1"] });
    expect(scores.calls).toMatchObject([{ id: "c1", scores: [{ name: "right", value: true }] }]);

    await heddle.trainingRuns.log({ run: "r", iteration: 1, metrics: { loss: 0.5 } });
    expect((await heddle.trainingRuns.logged({})).runs).toMatchObject([{ name: "r" }]);
    expect((await heddle.evaluations.query({})).runs).toEqual([]);
    expect((await heddle.completions.providers()).providers).toBeInstanceOf(Array);
    expect((await heddle.service.health()).status).toBeDefined();
  });

  it("names the code and the place of what a service does not accept, and never the key", async () => {
    const heddle = clientOf();
    const refused = await failureOf(heddle.calls.streamQuery({ limit: "many" }).toArray());
    expect(refused).toMatchObject({ code: "validation", status: 422, place: ["body", "limit"] });
    const missing = await failureOf(heddle.objects.read({ object_id: "nothing", digest: "latest" }));
    expect(missing).toMatchObject({ code: "not-found", status: 404, operation: "obj.read", place: null });
    expect(missing.message).toContain("nothing");
    const stranger = createClient({ url: served.url, key: "hk_unknown", project: PROJECT });
    const unknown = await failureOf(stranger.calls.read({ id: "c1" }));
    expect(unknown).toMatchObject({ code: "credentials-refused", status: 401 });
    expect(unknown.message).not.toContain("hk_unknown");
    const outside = await failureOf(heddle.annotationQueues.read({ queue_id: ".." }));
    expect(outside).toMatchObject({ code: "validation", status: null, place: ["path", "queue_id"] });
  });

  it("reads again where there was no room, and writes again only what was not begun", async () => {
    const statuses = [503, 429, 200, 429, 503];
    const { url, requests } = await serviceThat((response, request) => {
      response.writeHead(statuses[request - 1] ?? 500, { "retry-after": "0" }).end('{"call": null}');
    });
    const heddle = clientOf(url);
    expect(await heddle.calls.read({ id: "c" })).toEqual({ call: null });
    const refused = await failureOf(heddle.objects.create({ obj: { object_id: "name", val: {} } }));
    expect(refused).toMatchObject({ code: "upstream", status: 503, retryAfterSeconds: 0 });
    expect(requests()).toBe(5);
  });

  it("gives up after its attempts, and stops waiting for the next one when it is stopped", async () => {
    const { url, requests } = await serviceThat((response) => {
      response.writeHead(503, { "retry-after": requests() < 3 ? "0" : "3600" }).end();
    });
    expect(await failureOf(clientOf(url, { attempts: 2 }).calls.read({ id: "c" }))).toMatchObject({ status: 503 });
    expect(requests()).toBe(2);
    const stop = new AbortController();
    const waiting = failureOf(clientOf(url).calls.read({ id: "c" }, { signal: stop.signal }));
    await expect.poll(requests).toBe(3);
    stop.abort();
    expect(await waiting).toMatchObject({ code: "cancelled" });
  });

  it("closes the connection of a stream that is left, also while it waits for a row", async () => {
    const closed: Promise<unknown>[] = [];
    const { url } = await serviceThat((response) => {
      closed.push(once(response, "close"));
      response.write('{"id": "c1"}\n');
    });
    const heddle = clientOf(url);
    for await (const { id } of heddle.calls.streamQuery()) {
      expect(id).toBe("c1");
      break;
    }
    const iterator = heddle.calls.streamQuery()[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { id: "c1" } });
    const next = iterator.next();
    await iterator.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    const stop = new AbortController();
    const stopped = failureOf(heddle.calls.streamQuery({}, { signal: stop.signal }).toArray());
    await expect.poll(() => closed.length).toBe(3);
    stop.abort();
    expect(await stopped).toMatchObject({ code: "cancelled" });
    await Promise.all(closed);
  });

  it("leaves a stream of a service in the middle, and reads it whole afterwards", async () => {
    const heddle = clientOf();
    const batch = Array.from({ length: 50 }, (_, index) => ({
      ...finished,
      id: `s${index}`,
      trace_id: "s",
      inputs: {},
    }));
    await heddle.calls.complete({ entity: "demo", project: "typescript", batch });
    const calls = heddle.calls.streamQuery({ filter: { trace_ids: ["s"] } });
    let count = 0;
    for await (const _ of calls) {
      count += 1;
      if (count === 3) break;
    }
    expect((await calls.toArray()).length).toBe(50);
  });

  it("throws after the whole rows of a stream that ends early", async () => {
    const { url } = await serviceThat((response) => {
      response.writeHead(200).write('{"id": "c1"}\n{"id": ');
      setImmediate(() => response.destroy());
    });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of clientOf(url).calls.streamQuery()) seen.push(id);
    })();
    expect(await failureOf(reading)).toMatchObject({ code: "unreachable", rowCount: 1 });
    expect(seen).toEqual(["c1"]);
  });

  it("throws at a line that is not JSON, and closes the connection", async () => {
    const closed: Promise<unknown>[] = [];
    const { url } = await serviceThat((response) => {
      closed.push(once(response, "close"));
      response.write('{"id": "c1"}\n<html>\n');
    });
    const broken = await failureOf(clientOf(url).calls.streamQuery().toArray());
    expect(broken).toMatchObject({ code: "unreadable", rowCount: 1 });
    await Promise.all(closed);
  });

  it("waits for an answer as long as it is allowed to", async () => {
    const { url } = await serviceThat(() => undefined);
    const late = await failureOf(clientOf(url, { attempts: 1, timeoutMs: 50 }).calls.read({ id: "c" }));
    expect(late).toMatchObject({ code: "upstream", status: null });
    expect(late.message).toContain("50 ms");
  });

  it("says what is not JSON, and that nothing answers", async () => {
    const { url } = await serviceThat((response) => response.end("<html>"));
    expect(await failureOf(clientOf(url).calls.read({ id: "c" }))).toMatchObject({ code: "unreadable" });
    const nowhere = await failureOf(clientOf("http://127.0.0.1:1", { attempts: 1 }).calls.read({ id: "c" }));
    expect(nowhere).toMatchObject({ code: "unreachable", status: null });
  });

  it("needs an address and a key", () => {
    expect(() => createClient({ key: KEY })).toThrow("HEDDLE_SERVICE_URL");
    expect(() => createClient({ url: served.url })).toThrow("HEDDLE_API_KEY");
  });
});

/** Runs a program of TypeScript that imports the client, and returns what it prints. */
async function printedBy(name: string, contents: string, args: readonly string[] = []): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  const alias = { "heddle/client": resolve("clients/typescript/client.ts") };
  const stdin = { contents, loader: "ts" as const, resolveDir: resolve("docs") };
  await build({ stdin, outfile, alias, bundle: true, platform: "node", format: "esm", target: "node20.18" });
  const variables = { PATH: process.env.PATH ?? "", HEDDLE_SERVICE_URL: served.url, HEDDLE_API_KEY: KEY };
  const { stdout } = await run(process.execPath, [outfile, ...args], { env: variables as never });
  return stdout;
}

describe("what the documents show of it", () => {
  it("runs as the guide shows it", async () => {
    const text = readFileSync("docs/log/typescript.md", "utf8");
    const blocks = [...text.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
    expect(blocks).toHaveLength(6);
    expect((await printedBy("guide", blocks.join("\n"))).trim().split("\n")).toEqual([
      "14C { text: 'Hello' }",
      "{ question: 'Which seat?', expected: '14C' }",
      "call-1",
      "0",
      "not-found 404 obj.read null null",
      "1",
    ]);
  });

  it("makes a dataset of failed calls, of each of them once", async () => {
    const heddle = clientOf();
    const failed = { ...finished, project_id: "demo/failures", trace_id: "f", output: null };
    const batch = ["f1", "f2", "fine"].map((id) => ({
      ...{ ...failed, id, inputs: { question: id } },
      exception: id === "fine" ? null : "ValueError",
    }));
    await heddle.calls.complete({ entity: "demo", project: "failures", batch });
    const program = readFileSync("docs/examples/typescript-client/collect-failures.ts", "utf8");
    const collect = async () => await printedBy("collect", program, ["demo/failures", "answer"]);
    expect(await collect()).toContain("2 failed calls of answer became rows");
    const project_id = "demo/failures";
    const { obj } = await heddle.objects.read({ project_id, object_id: "failures", digest: "latest" });
    const digest = (obj.val as { rows: string }).rows.split("/").at(-1) ?? "";
    const rows = await heddle.tables.queryStream({ project_id, digest }).toArray();
    expect(rows.map(({ val }) => val)).toEqual([
      { question: "f1", error: "ValueError" },
      { question: "f2", error: "ValueError" },
    ]);
    expect(await collect()).toContain("0 failed calls");
  });
});
