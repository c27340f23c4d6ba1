import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { Session } from "chdb";
import protobuf from "protobufjs/light.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BufferPool } from "@/service/kernel/concurrency/buffer-pool";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import { sized } from "@/test/setup/test-length";

const KEY = "hk_key_of_the_test_of_lent_buffers_0123456789abcdefghij";
const SPANS = 20;
/** From the second on, buffers are lent again. */
const ROUNDS = sized({ once: 2, all: 3 });

const { Writer } = protobuf;

/** A buffer that a pool lent, which is held only by who borrowed it. */
interface Loan {
  readonly bytes: WeakRef<Buffer>;
  returned: number;
}

const { take } = BufferPool.prototype;
const { append } = RecordLog.prototype;
const { queryAsync } = Session.prototype;

let folder: string;
let served: ServedService;
let loans: Loan[];
let projects = 0;
let project: string;

async function openServed(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), "heddle-buffers-"));
  served = await serveService(folder, KEY);
}

async function closeServed(): Promise<void> {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
}

/** What a service accepts while it is read is not in its log. This one was not read yet. */
async function reopenServed(): Promise<void> {
  await closeServed();
  await openServed();
}

beforeAll(openServed);
afterAll(closeServed);

beforeEach(() => {
  loans = [];
  projects += 1;
  project = `e/buffers-${projects}`;
  // Not by spies, which hold what they were called with and what they returned.
  BufferPool.prototype.take = function (length) {
    const { bytes, giveBack } = take.call(this, length);
    const loan: Loan = { bytes: new WeakRef(bytes), returned: 0 };
    loans.push(loan);
    const ended = () => {
      loan.returned += 1;
      // What is read of it from now on is nothing that was sent.
      bytes.fill(0xff);
      giveBack();
    };
    return { bytes, giveBack: ended };
  };
});

afterEach(() => {
  BufferPool.prototype.take = take;
  RecordLog.prototype.append = append;
  Session.prototype.queryAsync = queryAsync;
});

const headers = () => ({ authorization: `Basic ${btoa(`api:${KEY}`)}`, project_id: project });
const protobufHeaders = () => ({ ...headers(), "content-type": "application/x-protobuf" });

/** Long enough that a body arrives in several chunks. */
const textOf = (id: number) => `${id} `.repeat(1_500 + 200 * (id % 7));

function delimited(field: number, content: Uint8Array | string): Uint8Array {
  return Writer.create()
    .uint32((field << 3) | 2)
    .bytes(typeof content === "string" ? Buffer.from(content) : content)
    .finish();
}

const fixed64 = (field: number, value: string) =>
  Writer.create()
    .uint32((field << 3) | 1)
    .fixed64(value)
    .finish();

const idOf = (id: number, bytes: number) => Buffer.from(id.toString(16).padStart(bytes * 2, "0"), "hex");

function attribute(key: string, text: string): Uint8Array {
  return delimited(9, Buffer.concat([delimited(1, key), delimited(2, delimited(1, text))]));
}

/** A request of complete spans, the first of which may have no end yet. */
function bodyOf(request: number, isFirstRunning = false): Buffer {
  const spans = Array.from({ length: SPANS }, (_, at) => {
    const id = request * SPANS + at + 1;
    const isRunning = isFirstRunning && at === 0;
    return delimited(
      2,
      Buffer.concat([
        delimited(1, idOf(request + 1, 16)),
        delimited(2, idOf(id, 8)),
        delimited(5, "chat"),
        fixed64(7, "1763649001882123456"),
        ...(isRunning ? [] : [fixed64(8, "1763649002882123456")]),
        attribute("input.value", textOf(id)),
        attribute("output.value", `answer to ${textOf(id)}`),
      ]),
    );
  });
  return Buffer.from(delimited(1, delimited(2, Buffer.concat(spans))));
}

const post = (path: string, body: string | Uint8Array, more: Record<string, string> = protobufHeaders()) =>
  fetch(`${served.url}${path}`, { method: "POST", headers: more, body: Buffer.from(body) });

const send = (body: Uint8Array, more?: Record<string, string>) => post("/otel/v1/traces", body, more);

/** Sends some of a body, or all of it, and leaves without waiting for the response. */
async function sendAndLeave(body: Buffer, sent: number): Promise<void> {
  const leaving = httpRequest(`${served.url}/otel/v1/traces`, {
    method: "POST",
    headers: { ...protobufHeaders(), "content-length": String(body.length) },
  });
  leaving.on("error", () => undefined);
  const closed = new Promise((resolve) => leaving.on("close", resolve));
  await new Promise<void>((resolve) => leaving.write(body.subarray(0, sent), () => resolve()));
  leaving.destroy();
  await closed;
}

interface ReadCall {
  readonly id: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>> | null;
}

/** Checks that every stored call is what was sent. @returns the ids of all of them */
async function storedIds(): Promise<Set<number>> {
  const text = await (await post("/calls/stream_query", JSON.stringify({ project_id: project }), headers())).text();
  const calls = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ReadCall]));
  for (const { id, inputs, output } of calls) {
    const sent = textOf(Number.parseInt(id, 16));
    expect(inputs["input.value"]).toBe(sent);
    if (output !== null) expect(output["output.value"]).toBe(`answer to ${sent}`);
  }
  return new Set(calls.map(({ id }) => Number.parseInt(id, 16)));
}

const spansOf = (request: number) => Array.from({ length: SPANS }, (_, at) => request * SPANS + at + 1);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Checks that each buffer was given back once at most, and that nobody holds one that was not. */
async function expectNoLeak(): Promise<void> {
  expect(loans.filter(({ returned }) => returned > 1)).toEqual([]);
  await vi.waitFor(
    async () => {
      await nextTurn();
      collectGarbage();
      expect(loans.filter(({ bytes, returned }) => returned === 0 && bytes.deref() !== undefined)).toHaveLength(0);
    },
    { timeout: 60_000 },
  );
}

describe("the buffers that requests of spans share", () => {
  it("are all given back once when requests succeed, and show nothing of another request", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const requests = [0, 1, 2, 3].map((client) => round * 4 + client);
      const responses = await Promise.all(requests.map((number) => send(bodyOf(number))));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    expect(await storedIds()).toEqual(
      new Set(Array.from({ length: 4 * ROUNDS }, (_, request) => spansOf(request)).flat()),
    );
    // Body and rows of each; more where a request is not stored with others.
    expect(loans.length).toBeGreaterThanOrEqual(2 * 4 * ROUNDS);
    expect(loans.map(({ returned }) => returned)).toEqual(loans.map(() => 1));
  });

  it("are held by no request that is refused, and no response is changed by it", async () => {
    const refused = [
      send(bodyOf(0).subarray(0, -7)),
      send(Buffer.concat([bodyOf(1), Buffer.from([0xff])])),
      send(gzipSync(bodyOf(2)).subarray(0, -20), { ...protobufHeaders(), "content-encoding": "gzip" }),
      send(bodyOf(3), { ...protobufHeaders(), "content-type": "text/plain" }),
      send(bodyOf(4), { ...protobufHeaders(), project_id: "" }),
      send(bodyOf(5), { ...protobufHeaders(), "content-type": "application/json" }),
    ];
    const taken = [send(bodyOf(6)), send(gzipSync(bodyOf(7)), { ...protobufHeaders(), "content-encoding": "gzip" })];
    for (const response of await Promise.all(refused)) expect(response.status).toBeGreaterThanOrEqual(400);
    for (const response of await Promise.all(taken)) expect(response.status).toBe(200);
    expect(await storedIds()).toEqual(new Set([...spansOf(6), ...spansOf(7)]));
    await expectNoLeak();
  });

  it("are given back once when clients leave, before or after their body is sent", { tags: ["all"] }, async () => {
    const bodies = [0, 1, 2, 3].map((request) => bodyOf(request));
    await Promise.all(bodies.map((body, at) => sendAndLeave(body, at % 2 === 0 ? body.length : body.length >> 1)));
    expect((await send(bodyOf(4))).status).toBe(200);
    const stored = await storedIds();
    for (const id of spansOf(4)) expect(stored.has(id)).toBe(true);
    for (const id of [...spansOf(1), ...spansOf(3)]) expect(stored.has(id)).toBe(false);
    await expectNoLeak();
  });

  it("are held by no running span of a request, whose other spans are complete", { tags: ["all"] }, async () => {
    for (let request = 0; request < 4; request += 1) expect((await send(bodyOf(request, true))).status).toBe(200);
    expect((await storedIds()).size).toBe(4 * SPANS);
    await expectNoLeak();
  });

  it("are held by no request that a full disk refuses, and its spans can be sent again", {
    tags: ["all"],
  }, async () => {
    await reopenServed();
    RecordLog.prototype.append = () =>
      Promise.reject(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    const refused = await Promise.all([0, 1].map((request) => send(bodyOf(request))));
    for (const { status } of refused) expect(status).toBe(507);
    RecordLog.prototype.append = append;
    await expectNoLeak();
    // The space of the disk is looked at every two seconds.
    await vi.waitFor(async () => expect((await send(bodyOf(0))).status).toBe(200), { timeout: 60_000 });
    expect((await send(bodyOf(1))).status).toBe(200);
    expect(await storedIds()).toEqual(new Set([...spansOf(0), ...spansOf(1)]));
    await expectNoLeak();
  });

  it("keep the rows of an insert that fails until they are stored, and are given back then", async () => {
    await reopenServed();
    expect((await send(bodyOf(0))).status).toBe(200);
    let failures = 3;
    // From the first failure on, requests are refused until there is space again.
    let markBothSent = () => {};
    const bothSent = new Promise<void>((resolve) => {
      markBothSent = resolve;
    });
    Session.prototype.queryAsync = async function (this: Session, sql, options) {
      if (!sql.startsWith("INSERT INTO call_rows") || failures === 0) return queryAsync.call(this, sql, options);
      await bothSent;
      failures -= 1;
      throw new Error("Code: 243. DB::Exception: Cannot reserve 1.00 MiB. (NOT_ENOUGH_SPACE)");
    };
    for (const request of [1, 2]) expect((await send(bodyOf(request))).status).toBe(200);
    markBothSent();
    await vi.waitFor(() => expect(failures).toBe(0), { timeout: 60_000 });
    await vi.waitFor(
      async () => expect(await storedIds()).toEqual(new Set([0, 1, 2].flatMap((request) => spansOf(request)))),
      { timeout: 60_000 },
    );
    expect(loans.map(({ returned }) => returned)).toEqual(loans.map(() => 1));
  });
});
