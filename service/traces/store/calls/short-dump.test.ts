import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RowEncoder, TEXT, UINT32 } from "@/service/traces/store/engine/row-encoder";
import type { Store } from "@/service/traces/store/engine/store";
import { sized } from "@/test/setup/test-length";
import { shortDump, wholeDumpSql } from "./short-dump";

const COLUMNS = [
  { name: "n", type: UINT32 },
  { name: "otel_dump", type: TEXT },
  { name: "inputs", type: TEXT },
  { name: "output", type: TEXT },
] as const;

interface Dumped {
  readonly dump: string;
  readonly inputs: string;
  readonly output: string;
}

const folder = mkdtempSync(join(tmpdir(), "short-dump-"));
let engine: Store;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder, readers: 1, streams: 1 });
  await engine.command(
    "CREATE TABLE dumps (n UInt32, otel_dump String, inputs String, output String) ENGINE = MergeTree ORDER BY n",
  );
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Stores dumps as rows do. @returns what is read back, and the bytes that were stored */
async function storedDumps(rows: readonly Dumped[]): Promise<{ wholes: string[]; storedBytes: number[] }> {
  const encoder = new RowEncoder(COLUMNS);
  for (const [n, { dump, inputs, output }] of rows.entries()) {
    encoder.add([n, shortDump(dump, Buffer.from(inputs), output), inputs, output]);
  }
  await engine.command("TRUNCATE TABLE dumps");
  await engine.insert({ table: "dumps", columns: COLUMNS, rows: [encoder.bytes()] });
  const read = await engine.read<{ whole: string; bytes: number }>({
    sql: `SELECT hex(${wholeDumpSql((name) => name)}) AS whole, toUInt32(length(otel_dump)) AS bytes FROM dumps ORDER BY n`,
  });
  return {
    wholes: read.map(({ whole }) => Buffer.from(whole, "hex").toString()),
    storedBytes: read.map(({ bytes }) => bytes),
  };
}

const long = (seed: string) => Array.from({ length: 60 }, (_, at) => `${seed} ${at * 7919} żółć`).join(" ");
const SPAN_HEAD = `"name":"chat","context":{"trace_id":"${"ab".repeat(16)}","span_id":"${"cd".repeat(8)}"},"events":[]`;

/** Texts of few letters, so that parts of them repeat, overlap, and continue each other by chance. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "ż", "😀"), maxLength: 400 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(long("one"), long("two"), "x".repeat(500), "\u0002i000000000000000000000000001"),
);
const mixed = fc.array(texts, { maxLength: 6 });

const dumped = fc
  .record({ own: mixed, inputs: mixed, output: mixed, order: fc.array(fc.nat(20), { maxLength: 12 }) })
  .map(({ own, inputs, output, order }): Dumped => {
    const pool = [...own, ...inputs, ...output, ...inputs.map((text) => text.slice(3, -3))];
    const pieces = order.map((at) => pool[at % Math.max(1, pool.length)] ?? "");
    return { dump: pieces.join(""), inputs: inputs.join(""), output: output.join(",") };
  })
  // Text with half a surrogate pair is not UTF-8, and does not come here.
  .filter(({ dump, inputs, output }) => `${dump}${inputs}${output}`.isWellFormed());

describe("a dump", () => {
  it("is given back byte for byte, whatever of it the inputs and the output repeat", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(dumped, { minLength: 1, maxLength: 40 }), async (rows) => {
        // JSON text never begins with a control character.
        const json = rows.map((row) => ({ ...row, dump: `{${row.dump}}` }));
        expect((await storedDumps(json)).wholes).toEqual(json.map(({ dump }) => dump));
      }),
      { numRuns: sized({ once: 10, all: 30 }) },
    );
  });

  it("is stored without the messages that the inputs and the output have, wherever they are", async () => {
    const [system, messages, reply] = [long("system"), long("messages"), long("reply")];
    const inputs = JSON.stringify({ "gen_ai.input.messages": messages, "gen_ai.system_instructions": system });
    const output = JSON.stringify([{ content: reply }]);
    const attributes = { gen_ai: { system_instructions: system, output: { messages: [{ content: reply }] } } };
    const dump = `{${SPAN_HEAD},"attributes":${JSON.stringify({ ...attributes, input: { messages } })},"links":[]}`;
    const { wholes, storedBytes } = await storedDumps([{ dump, inputs, output }]);
    expect(wholes).toEqual([dump]);
    expect(storedBytes[0]).toBeLessThan(500);
  });

  it("without anything repeated is stored as it is", async () => {
    const dump = `{${SPAN_HEAD},"attributes":${JSON.stringify({ text: long("own") })}}`;
    const { wholes, storedBytes } = await storedDumps([{ dump, inputs: "{}", output: JSON.stringify(long("other")) }]);
    expect(wholes).toEqual([dump]);
    expect(storedBytes).toEqual([Buffer.byteLength(dump)]);
  });
});
