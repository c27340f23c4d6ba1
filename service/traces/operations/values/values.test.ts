import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import type { ValueFindResult, ValuePartResult } from "@/lib/api/contract/values/values";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { readCall } from "@/service/traces/operations/calls/call-read";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { deleteManyCalls } from "@/service/traces/operations/calls/calls-delete";
import { readContent } from "./value-content";
import { findInValue } from "./value-find";
import { readPart } from "./value-read";

let service: TestService;

/** The large payload, and a call that has it, which no test changes. */
let large: ReturnType<typeof largePayload>;
let stored: Place;

beforeAll(async () => {
  service = await sharedTestService();
  large = largePayload();
  stored = await store(large.json, '{"answer":42}');
});

interface Place {
  readonly project_id: string;
  readonly call_id: string;
  readonly field: "inputs" | "output";
}

/** Stores one call, with its payloads given as JSON text. */
async function store(inputs: string, output?: string): Promise<Place> {
  const project = `e/${uuidv7()}`;
  const id = uuidv7();
  const start = `{"project_id":"${project}","id":"${id}","trace_id":"t","op_name":"op","started_at":"2026-11-20T10:00:00Z","attributes":{},"inputs":${inputs}}`;
  const end = `{"project_id":"${project}","id":"${id}","ended_at":"2026-11-20T10:00:01Z","summary":{},"output":${output}}`;
  const parts = [`{"mode":"start","req":{"start":${start}}}`];
  if (output !== undefined) parts.push(`{"mode":"end","req":{"end":${end}}}`);
  await service.ask("call.upsertBatch", upsertBatch, `{"batch":[${parts.join(",")}]}`);
  return { project_id: project, call_id: id, field: "inputs" };
}

const read = (body: object) => service.ask<ValuePartResult>("value.read", readPart, body);
const find = (body: object) => service.ask<ValueFindResult>("value.find", findInValue, body);

async function content(body: object): Promise<string> {
  const stream = await service.ask<ReadableStream<Uint8Array>>("value.content", readContent, body);
  return new Response(stream).text();
}

/** About 4 MB of strings, numbers and names, in characters of one to four bytes. */
function largePayload(): { json: string; text: string } {
  const text = 'Der Fluß trägt 😀 "Güter"\n'.repeat(100_000);
  const items = Array.from({ length: 40_000 }, (_, index) => `{"n": ${index}.50,"tag":"t${index}"}`).join(" , ");
  return { text, json: `{ "text":${JSON.stringify(text)},"items" : [${items}],"small":{"a":1.0} }` };
}

describe("a large payload", () => {
  it("is returned byte for byte, whole and in parts", async () => {
    expect((await content(stored)) === large.json).toBe(true);
    expect(await content({ ...stored, path: ["small"] })).toBe('{"a":1.0}');
    expect(await content({ ...stored, path: ["items", 39_999] })).toBe('{"n": 39999.50,"tag":"t39999"}');
  });

  it("is described by its parts: small ones whole, large ones by size and first characters", async () => {
    const { json, text } = large;
    const part = await read(stored);
    expect(part).toMatchObject({ kind: "object", count: 3, size: json.length, from: 0, to: 3 });
    expect(part.value).toEqual({ text: null, items: null, small: { a: 1 } });
    expect(part.left_out).toMatchObject([
      { path: ["text"], kind: "string", count: text.length, beginning: text.slice(0, 600) },
      { path: ["items"], kind: "list", count: 40_000 },
    ]);
    const window = await read({ ...stored, path: ["items"], from: 20_000, to: 20_002 });
    expect(window.value).toEqual([
      { n: 20_000.5, tag: "t20000" },
      { n: 20_001.5, tag: "t20001" },
    ]);
    const words = await read({ ...stored, path: ["text"], from: 2_000_000, to: 2_000_100 });
    expect(words.value).toBe(text.slice(words.from, words.to));
  });

  it("is searched a page at a time, in names and values", async () => {
    const first = await find({ ...stored, text: "T3999", limit: 10 });
    expect(first.total).toBe(11);
    expect(first.hits[0]).toMatchObject({
      path: ["items", 3999, "tag"],
      ordinals: [1, 3999, 1],
      in: "value",
      found: "t3999",
    });
    const rest = await find({ ...stored, text: "T3999", limit: 10, after: first.next });
    expect(rest).toMatchObject({ hits: [{ path: ["items", 39_999, "tag"] }], next: null, total: null });
    expect((await find({ ...stored, text: "FLUSS" })).total).toBe(0);
    expect((await find({ ...stored, text: "fluß" })).total).toBe(10_000);
  });

  it("is omitted from a call read with a size limit, and listed there with its bytes", async () => {
    const body = { project_id: stored.project_id, id: stored.call_id, longest_value: 100_000 };
    const { call } = await service.ask<{ call: Record<string, unknown> }>("call.read", readCall, body);
    expect(call).toMatchObject({
      inputs: {},
      output: { answer: 42 },
      left_out: { inputs: Buffer.byteLength(large.json) },
    });
    const complete = await service.ask<{ call: object }>("call.read", readCall, { ...body, longest_value: null });
    expect(complete.call).not.toHaveProperty("left_out");
    expect(complete.call).toMatchObject({ inputs: { small: { a: 1 } } });
  });
});

describe("a part of a payload", () => {
  it("keeps the digits that were sent", async () => {
    const place = await store('{"a":[1.0, 12345678901234567890,1e400]}');
    expect(await content({ ...place, path: ["a"] })).toBe("[1.0, 12345678901234567890,1e400]");
  });

  it("is null where the call has no output yet", async () => {
    const place = await store("{}");
    expect(await read({ ...place, field: "output" })).toMatchObject({ kind: "null", value: null });
  });

  it("is refused when the path has no value, and for calls that are deleted or in another project", async () => {
    const place = await store('{"a":1}');
    await expect(read({ ...place, path: ["none"] })).rejects.toThrow(NotFoundError);
    await expect(read({ ...place, project_id: "e/other" })).rejects.toThrow(NotFoundError);
    await read(place);
    await expect(find({ ...place, project_id: "e/other", text: "a" })).rejects.toThrow(NotFoundError);
    await service.ask("calls.delete", deleteManyCalls, { project_id: place.project_id, call_ids: [place.call_id] });
    await expect(read(place)).rejects.toThrow(NotFoundError);
    await expect(service.ask("value.content", readContent, place)).rejects.toThrow(NotFoundError);
  });
});
