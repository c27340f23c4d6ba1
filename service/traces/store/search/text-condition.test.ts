import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { BEFORE_ALL_COMMITS } from "@/service/traces/store/calls/call-visibility";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { CallRemovals } from "@/service/traces/store/retention/call-removals";
import { CallRollups } from "@/service/traces/store/rollups/call-rollups";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { sized } from "@/test/setup/test-length";
import { MAX_WORD_LENGTH } from "./ngrams";
import { hoursOfTextSql } from "./text-condition";

let folder: string;
let engine: Store;
let calls: OpenedCalls;
let rollups: CallRollups;
let projectId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-text-index-"));
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
  calls = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
  rollups = await CallRollups.open(engine, calls);
});

afterAll(async () => {
  await calls.writer.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const field = (path: string): Operand => ({ $getField: path });
const contains = (path: string, text: string, ignoresCase = true): Operand => ({
  $contains: { input: field(path), substr: { $literal: text }, case_insensitive: ignoresCase },
});
const anywhere = (text: string): Operand => ({ $or: [contains("inputs", text), contains("output", text)] });

/** Before 1970, across midnight, and two calls of one hour. */
const HOURS = ["1955-03-01 23", "2026-11-20 00", "2026-11-20 23", "2026-11-21 00", "2026-11-21 00"];

async function write(texts: readonly string[]): Promise<void> {
  const parts = texts.flatMap((text, at) => {
    const call = { projectId, id: `${at}-${uuid7()}` };
    const hour = HOURS[at % HOURS.length];
    const half = Math.floor(text.length / 2);
    return [
      startPart({ ...call, startedAt: `${hour}:30:00.000000`, inputs: payload({ question: text.slice(0, half) }) }),
      endPart({ ...call, output: payload([text.slice(half), { text }]) }),
    ];
  });
  await calls.writer.write(parts);
}

async function found(query: Operand): Promise<string[]> {
  const conditions = callConditions({ query: { $expr: query } });
  const rows = await calls.store.read<{ id: string }>({
    sql: `SELECT id FROM call_rows WHERE ${STORED_CALLS_SQL} AND ${conditions.map(({ sql }) => `(${sql})`).join(" AND ")} ORDER BY id`,
    params: { projectId, ...Object.assign({}, ...conditions.map(({ params }) => params)) },
  });
  return rows.map(({ id }) => id.slice(0, id.indexOf("-")));
}

/** The calls whose content is compared, of those that an expression selects. */
async function read(query: Operand): Promise<number> {
  const [row] = await calls.store.read<{ calls: number }>({
    sql: `SELECT count() AS calls FROM call_rows WHERE ${STORED_CALLS_SQL} AND ${hoursOfTextSql(query) ?? 1}`,
    params: { projectId },
  });
  return row?.calls ?? 0;
}

async function withoutIndex<Result>(ask: () => Promise<Result>): Promise<Result> {
  const { rolledUp } = calls.visibility;
  calls.visibility.noteRolledUp(BEFORE_ALL_COMMITS);
  try {
    return await ask();
  } finally {
    calls.visibility.noteRolledUp(rolledUp);
  }
}

const pieces = fc.constantFrom(
  ...[
    "loom",
    "WEFT",
    "warpthread",
    "x9k2q7",
    "_",
    " ",
    "-",
    '"',
    "\\",
    "\n",
    "/",
    "é",
    "É",
    "ſ",
    "K",
    "日本語",
    "\u2028",
  ],
  ...[
    "😀",
    "\\u00e9",
    "0.123456",
    "null",
    "question",
    "w".repeat(MAX_WORD_LENGTH + 1),
    "ab".repeat(MAX_WORD_LENGTH / 2),
  ],
);
const text = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));

describe("a search of text", () => {
  it("finds the same calls with the index of text as without it", async () => {
    projectId = uuid4();
    const texts = fc.sample(text, { seed: 120, numRuns: 60 });
    await write(texts);
    await rollups.catchUp();
    const drawn = fc.record({
      of: fc.constantFrom(...texts),
      from: fc.nat(7),
      length: fc.integer({ min: 3, max: 12 }),
      isUpper: fc.boolean(),
      ignoresCase: fc.boolean(),
      shape: fc.constantFrom<(one: Operand, other: Operand) => Operand>(
        (one, other) => ({ $or: [one, other] }),
        (one, other) => ({ $and: [one, other] }),
        (one, other) => ({ $and: [one, { $not: [other] }] }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ of, from, length, isUpper, ignoresCase, shape }) => {
        const part = [...of].slice(from, from + length).join("");
        const searched = isUpper ? part.toUpperCase() : part;
        const query = shape(contains("inputs", searched, ignoresCase), contains("output", searched, ignoresCase));
        expect(await found(query)).toEqual(await withoutIndex(() => found(query)));
      }),
      { numRuns: sized({ once: 60, all: 500, long: 2000 }) },
    );
  });

  it("reads the hours that may have it, and the calls that are not indexed yet", async () => {
    projectId = uuid4();
    await write(["the loom is warm", "a shuttle", "weft", "no yarn", "the last pick"]);
    expect(await read(anywhere("shuttle"))).toBe(5);
    await rollups.catchUp();
    expect(await read(anywhere("nowhere"))).toBe(0);
    expect(await read(anywhere("SHUTTLE"))).toBe(1);
    expect(await read(contains("output", "a shuttle, as it is"))).toBe(1);
    expect(await read({ $or: [anywhere("shuttle"), anywhere("warm")] })).toBe(2);
    expect(await read({ $and: [anywhere("shuttle"), anywhere("warm")] })).toBe(0);
    await write(["a new loom"]);
    expect(await read(anywhere("nowhere"))).toBe(1);
    expect(await found(anywhere("new loom"))).toEqual(["0"]);
  });

  it("reads everything where the text has no word that decides", async () => {
    projectId = uuid4();
    await write(["the loom is warm", "a shuttle"]);
    await rollups.catchUp();
    for (const short of ["is", "日本語", '"."']) expect(await read(anywhere(short))).toBe(2);
    expect(await read({ $not: [anywhere("shuttle")] })).toBe(2);
    expect(await read({ $or: [anywhere("shuttle"), { $eq: [field("id"), { $literal: "x" }] }] })).toBe(2);
    expect(await read(contains("inputs.question", "shuttle"))).toBe(2);
  });

  it("reads hours with a word that is too long to be one", async () => {
    projectId = uuid4();
    await write([`${"Zm9v".repeat(300)}needle${"YmFy".repeat(300)}`, "a shuttle"]);
    await rollups.catchUp();
    expect(await read(anywhere("needle"))).toBe(1);
    expect(await found(anywhere("needle"))).toEqual(["0"]);
  });

  it("forgets the texts of days whose calls were removed for good, and reads what remains of them", async () => {
    projectId = uuid4();
    const removals = await CallRemovals.open(engine, calls);
    await write(["the loom is warm", "a shuttle", "weft", "no yarn", "the last pick"]);
    await rollups.catchUp();
    expect(await removals.remove(projectId, "2026-11-20 12:00:00.000000")).toBe(2);
    await rollups.forgetRemoved();
    const rows = await engine.read({
      sql: "SELECT toString(addDays(toDate32('1900-01-01'), call_ngrams.day)) AS day, bitCount(groupBitOr(call_ngrams.hours)) AS hours, uniqExact(ngram) < 2 AS isForgotten FROM call_ngrams WHERE project_id = {projectId:String} GROUP BY day ORDER BY day",
      params: { projectId },
    });
    expect(rows).toEqual([
      { day: "1955-03-01", hours: 24, isForgotten: 1 },
      { day: "2026-11-20", hours: 24, isForgotten: 1 },
      { day: "2026-11-21", hours: 1, isForgotten: 0 },
    ]);
    expect(await found(anywhere("weft"))).toEqual(["2"]);
    expect(await found(anywhere("last pick"))).toEqual(["4"]);
    expect(await read(anywhere("nowhere"))).toBe(1);
  });

  it("reads everything while a part of the index lies aside because of damage", async () => {
    projectId = uuid4();
    await write(["the loom is warm"]);
    await rollups.catchUp();
    expect(await read(anywhere("nowhere"))).toBe(0);
    const [part] = await engine.read<{ name: string }>({
      sql: "SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'call_ngrams' AND active ORDER BY name DESC",
    });
    await engine.command(`ALTER TABLE call_ngrams DETACH PART '${part?.name}'`);
    expect(await read(anywhere("nowhere"))).toBe(1);
    expect(await found(anywhere("loom"))).toEqual(["0"]);
    await engine.command(`ALTER TABLE call_ngrams ATTACH PART '${part?.name}'`);
    expect(await read(anywhere("nowhere"))).toBe(0);
  });
});
