import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type ImportSource, sourceValues } from "./import-source";
import { readImportValues } from "./read-import";
import { callsOf, lines, losses } from "./testing/imported-text";
import { ImportFileError } from "./values/import-file-error";

const LANGFUSE = fileURLToPath(new URL("testing/langfuse.parquet", import.meta.url));

/** Bytes in pieces that cut headers and characters. */
function sourceOf(bytes: Uint8Array): ImportSource {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
  }
  return {
    byteLength: bytes.length,
    bytes: pieces,
    slice: async (start, end) => new Uint8Array(bytes).buffer.slice(start, end),
  };
}

async function itemsOf(bytes: Uint8Array) {
  const items = [];
  const options = { projectId: "e/p", inventedFromMs: 0 };
  for await (const item of readImportValues(sourceValues(sourceOf(bytes)), options)) items.push(item);
  return items;
}

const questionOf = (call: ReturnType<typeof callsOf>[number]) => JSON.stringify(call.inputs.messages);

const CALLS = lines(
  ...["größer", "🧵"].map((question, at) => ({
    ...{ id: `${at}`, trace_id: "t", op_name: "ask", started_at: "2026-03-04T05:06:07Z" },
    ...{ ended_at: "2026-03-04T05:06:08Z", inputs: { question }, output: null, attributes: {}, summary: {} },
  })),
);

/** `CALLS` in a frame of Zstandard without compression: one raw block. */
function zstdOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const header = Buffer.alloc(9);
  header.writeUInt32LE(0xfd2fb528, 0);
  // One segment, whose size has four bytes.
  header.writeUInt8(0b1010_0000, 4);
  header.writeUInt32LE(bytes.length, 5);
  const block = (bytes.length << 3) | 1;
  return Buffer.concat([header, Buffer.from([block & 0xff, (block >> 8) & 0xff, block >> 16]), bytes]);
}

describe("a file of an import", () => {
  it.each([
    ["plain", Buffer.from(CALLS)],
    ["gzip", gzipSync(CALLS)],
    ["gzip in two members", Buffer.concat([gzipSync(CALLS.slice(0, 100)), gzipSync(CALLS.slice(100))])],
    ["Zstandard", zstdOf(CALLS)],
  ])("is read as its text says: %s", async (_name, bytes) => {
    expect(callsOf(await itemsOf(bytes)).map(({ inputs }) => inputs)).toEqual([
      { question: "größer" },
      { question: "🧵" },
    ]);
  });

  it.each([
    ["gzip", gzipSync(CALLS).subarray(0, -9)],
    ["Zstandard", zstdOf(CALLS).subarray(0, -9)],
  ])("says that its compressed data ends early: %s", async (name, bytes) => {
    const reading = itemsOf(bytes);
    await expect(reading).rejects.toThrow(ImportFileError);
    await expect(reading).rejects.toThrow(new RegExp(`${name}.*ends early`));
  });

  it("may be Parquet, whose rows are records: all groups, with every digit, and NaN as nothing", async () => {
    const items = await itemsOf(readFileSync(LANGFUSE));
    const calls = callsOf(items);
    // Of each of two traces: the trace, its root span and two generations.
    expect(calls).toHaveLength(8);
    const generations = calls.filter(({ attributes }) => attributes.kind === "llm");
    expect(generations.map(questionOf)).toEqual(
      [1, 2, 4, 5].map((number) => JSON.stringify([{ role: "user", content: `question ${number}` }])),
    );
    expect(generations[0]).toMatchObject({
      started_at: "2026-03-04T05:06:08.008Z",
      end: { summary: { usage: { "gpt-4o": { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } } },
    });
    expect(stringifyJson(generations[0]?.attributes)).toContain('"seed":9007199254740994');
    expect(losses(items)).toEqual([expect.stringContaining("NaN")]);
  });

  it("that is cut off as Parquet says so", async () => {
    const cut = readFileSync(LANGFUSE).subarray(0, 900);
    await expect(itemsOf(cut)).rejects.toThrow(/cannot be read as Parquet/);
  });
});
