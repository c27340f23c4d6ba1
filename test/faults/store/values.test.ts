import { createHash } from "node:crypto";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { StoredService } from "./stored-service";

let service: StoredService;
let count = 0;

beforeAll(async () => {
  service = await StoredService.open();
});

afterAll(() => service.remove());

const MIB = 1024 * 1024;

/** The text of a request that starts a call with these inputs, which are put in as they are. */
function startOf(inputs: string): { project: string; id: string; text: string } {
  count += 1;
  const project = `faults/values-${count}`;
  const id = uuid7();
  const members = { project_id: project, id, trace_id: id, op_name: "turn", started_at: "2026-11-20T10:00:00Z" };
  const head = JSON.stringify({ ...members, attributes: {} }).slice(0, -1);
  return { project, id, text: `{"start":${head},"inputs":${inputs}}}` };
}

/** The rows of a project as they were sent, one text each. */
async function rowsOf(project: string): Promise<string[]> {
  const { status, text } = await service.post("/calls/stream_query", { project_id: project });
  expect(status).toBe(200);
  return text.split("\n").filter((line) => line !== "");
}

async function storedInputs(inputs: string): Promise<string> {
  const { project, text } = startOf(inputs);
  const answer = await service.post("/call/start", text);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, answer.text.slice(0, 300)]);
  const [row = "", ...others] = await rowsOf(project);
  expect(others).toEqual([]);
  return row;
}

async function refusalOf(body: string | Uint8Array): Promise<{ status: number; msg: string }> {
  const { status, text } = await service.post("/call/start", body);
  const { detail, reason } = JSON.parse(text) as { detail?: { msg: string }[]; reason?: string };
  return { status, msg: detail?.[0]?.msg ?? reason ?? "" };
}

describe("a payload", () => {
  it.each([1, 10])("of %d MB comes back byte by byte", async (mib) => {
    const value = `é"${"0123456789abcdef".repeat((mib * MIB) / 16)}`;
    const row = await storedInputs(JSON.stringify({ value }));
    const read = JSON.parse(row) as { inputs: { value: string } };
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    expect([read.inputs.value.length, digest(read.inputs.value)]).toEqual([value.length, digest(value)]);
  });

  it("of 100 MB is stored whole or refused with the limit, and the service continues", async (test) => {
    const size = scaled(129, 100);
    const value = "x".repeat(size * MIB);
    const { project, text } = startOf(`{"value":"${value}"}`);
    const before = process.memoryUsage().rss;
    const { status, text: answer } = await service.post("/call/start", text);
    if (status === 200) {
      const [row = ""] = await rowsOf(project);
      expect(row.length).toBeGreaterThan(value.length);
    } else {
      expect([status, answer]).toEqual([413, expect.stringContaining("limit")]);
      expect(await rowsOf(project)).toEqual([]);
    }
    const grownMib = Math.round((process.memoryUsage().rss - before) / MIB);
    noteFigures(test, {
      [`payload of ${size} MiB: status`]: status,
      [`payload of ${size} MiB: memory grown, MiB`]: grownMib,
    });
    expect((await service.get("/health")).status).toBe(200);
  });

  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;

  it("that is nested 400 deep comes back as it was", async () => {
    expect(await storedInputs(nested(400))).toContain(nested(400));
  });

  it.each([600, 10_000, 1_000_000])(
    "that is nested %d deep is refused with the limit, and nothing is stored",
    async (depth) => {
      const { project, text } = startOf(nested(depth));
      expect(await refusalOf(text)).toEqual({ status: 422, msg: expect.stringContaining("nested deeper than 512") });
      expect(await rowsOf(project)).toEqual([]);
    },
  );

  it.each([
    ["an invalid byte", Buffer.from([0xff])],
    ["an overlong character", Buffer.from([0xc0, 0xaf])],
    ["half a character", Buffer.from([0xe2, 0x82])],
    ["an encoded surrogate", Buffer.from([0xed, 0xa0, 0x80])],
  ])("with %s is refused, and nothing is stored", async (_, bytes) => {
    const { project, text } = startOf('{"value":"HERE"}');
    const [head = "", tail = ""] = text.split("HERE");
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]);
    expect(await refusalOf(body)).toEqual({ status: 422, msg: "The body is not valid UTF-8" });
    expect(await rowsOf(project)).toEqual([]);
  });

  it.each(["NaN", "Infinity", "-Infinity", "01", "+1", ".5", "1.", "0x10", "'a'", "undefined", "{a:1}", '"\t"'])(
    "that contains %s, which is not JSON, is refused with the place",
    async (value) => {
      const { project, text } = startOf(`{"value":${value}}`);
      expect(await refusalOf(text)).toEqual({ status: 422, msg: expect.stringContaining("The body is not JSON") });
      expect(await rowsOf(project)).toEqual([]);
    },
  );

  it.each([
    ["integers beyond 2^53", '{"value":[9007199254740993,-9223372036854775809,18446744073709551616]}'],
    ["numbers beyond the range of doubles", '{"value":[1e400,-1e400,1e-400]}'],
    ["the digits of fractions", '{"value":[0.1,1.10,1e5,1E+2,-0,0.30000000000000004]}'],
    ["lone surrogates", '{"value":["\\ud800","\\udc00 after","before \\ud83d"]}'],
    ["control characters", '{"value":"\\u0000\\u0001\\u001f\\u007f"}'],
    ["line separators and ends of tags", '{"value":"\u2028\u2029</script>\ufeff\uffff"}'],
    [
      "names of members of all objects",
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}',
    ],
    ["an empty name, and names with dots", '{"":1,"a.b":2,"a":{"b":3},".":4}'],
    ["a member that appears twice", '{"value":1,"value":2}'],
    ["a member with 10,000 letters", `{"${"n".repeat(10_000)}":1}`],
  ])("keeps %s", async (_, inputs) => {
    const row = await storedInputs(inputs);
    expect(row).toContain(inputs);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("with 100,000 members comes back with all of them", async () => {
    const inputs = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at])));
    expect(await storedInputs(inputs)).toContain(inputs);
  });
});

describe("a batch", () => {
  it("with one invalid call among 1,000 is refused with its place, and nothing of it is stored", async () => {
    const project = "faults/batch";
    const starts = Array.from({ length: 1_000 }, (_, at) => {
      const id = uuid7();
      const call = { project_id: project, id, trace_id: id, op_name: "turn", attributes: {}, inputs: {} };
      return {
        mode: "start",
        req: { start: { ...call, started_at: at === 617 ? "yesterday" : "2026-11-20T10:00:00Z" } },
      };
    });
    const { status, text } = await service.post("/call/upsert_batch", { batch: starts });
    expect(status).toBe(422);
    expect(text).toContain("617");
    expect(await rowsOf(project)).toEqual([]);
  });
});

describe("clocks that are wrong", () => {
  it.each([
    ["steps back between start and end", "2026-11-20T10:00:00Z", "2026-11-20T09:00:00Z"],
    ["is at the beginning of time", "1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z"],
    ["is a century ahead", "2126-11-20T10:00:00Z", "2126-11-20T10:00:01Z"],
    ["has a leap second", "2016-12-31T23:59:59.999999Z", "2017-01-01T00:00:00Z"],
  ])("are stored as they were sent: one that %s", async (_, started, ended) => {
    const { project, id, text } = startOf("{}");
    expect((await service.post("/call/start", text.replace("2026-11-20T10:00:00Z", started))).status).toBe(200);
    const end = { project_id: project, id, ended_at: ended, summary: {}, output: null };
    expect((await service.post("/call/end", { end })).status).toBe(200);
    const rows = (await rowsOf(project)).map((row) => JSON.parse(row) as { started_at: string; ended_at: string });
    expect(rows.map((row) => [Date.parse(row.started_at), Date.parse(row.ended_at)])).toEqual([
      [Date.parse(started), Date.parse(ended)],
    ]);
  });
});
