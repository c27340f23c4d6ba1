import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Operand, queryExpression } from "@/lib/api/contract/query/query-expression";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import type { SortKey } from "@/service/traces/store/expression/sort-order";
import { endPart, namePart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { firstOnce, sized } from "@/test/setup/test-length";
import { callConditions, callOrder } from "./call-expression";
import { type CallSelection, selectKeys } from "./call-keys";
import { type FetchOptions, fetchStoredCalls, type StoredCall, selectCalls } from "./call-rows";
import { openCalls } from "./open-calls";

const MANY = "e/many";
const LARGE = "e/large";
const CALLS = 1_500;
/** More than one result of a query may contain. */
const LARGE_CALLS = sized({ once: 34, all: 40 });

const folder = mkdtempSync(join(tmpdir(), "heddle-call-rows-"));
let engine: Store;
let store: Store;

/** Several calls start at the same time, so that the id decides between them. */
const at = (n: number) => `2026-11-20 10:${String(Math.floor(n / 60) % 60).padStart(2, "0")}:00.${n % 2}00000`;
const numbered = (n: number) => `call-${String(n).padStart(4, "0")}`;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
  const opened = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
  store = opened.store;
  const parts = Array.from({ length: CALLS }, (_, n) => {
    const call = { projectId: MANY, id: numbered(n) };
    const output = payload({ word: n % 3 === 0 ? "loom" : "weft", text: "x".repeat(n % 50) });
    const end = endPart({ ...call, endedAt: `2026-11-20 11:00:${String(n % 7).padStart(2, "0")}.000000`, output });
    const start = startPart({ ...call, startedAt: at(n), inputs: payload({ n }) });
    return n % 11 === 0 ? [start] : [start, end];
  });
  await opened.writer.write(parts.flat());
  await opened.writer.write([namePart({ projectId: MANY, id: numbered(42), displayName: "renamed" })]);
  const long = payload("x".repeat(1024 ** 2));
  for (let n = 0; n < LARGE_CALLS; n += 1) {
    const call = { projectId: LARGE, id: numbered(n) };
    await opened.writer.write([startPart({ ...call, startedAt: at(n) }), endPart({ ...call, output: long })]);
  }
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function selectionOf(given: Partial<CallSelection> & { $expr?: Operand; sortBy?: readonly SortKey[] }): CallSelection {
  const { $expr, sortBy, ...rest } = given;
  const query = $expr === undefined ? null : queryExpression.parse({ $expr });
  const order = callOrder(sortBy ?? null);
  return { projectId: MANY, conditions: callConditions({ query }), order, limit: null, offset: 0, ...rest };
}

const allColumns: FetchOptions = {
  columns: ["display_name", "ended_at", "exception", "inputs", "output", "summary", "attribute_kind"],
  maxValueLength: 60,
};

async function read(selection: CallSelection, options = allColumns): Promise<StoredCall[][]> {
  const blocks: StoredCall[][] = [];
  for await (const rows of selectCalls(store, selection, options)) blocks.push(rows);
  return blocks;
}

async function readByKey(selection: CallSelection): Promise<StoredCall[]> {
  const calls: StoredCall[] = [];
  for await (const keys of selectKeys(store, selection)) {
    for await (const rows of fetchStoredCalls(store, selection.projectId, keys, allColumns)) calls.push(...rows);
  }
  return calls;
}

const field = ($getField: string): Operand => ({ $getField });
const literal = ($literal: string | number | null): Operand => ({ $literal });

describe("selected calls", () => {
  const conditions: readonly (readonly [string, Operand | undefined, number])[] = [
    ["by a new name", { $eq: [field("display_name"), literal("renamed")] }, 1],
    ["by a word of the output", { $contains: { input: field("output"), substr: literal("loom") } }, 454],
    ["all", undefined, CALLS],
    ["by end", { $eq: [field("ended_at"), literal(null)] }, 137],
    ["by start", { $gte: [field("started_at"), literal("2026-11-20T10:10:00Z")] }, CALLS - 600],
    ["by the length of the output", { $contains: { input: field("output"), substr: literal("x".repeat(40)) } }, 272],
    ["by a name that none has", { $eq: [field("display_name"), literal("unnamed")] }, 0],
  ];
  const orders: readonly (readonly SortKey[])[] = [
    [{ field: "started_at", direction: "desc" }],
    [{ field: "started_at", direction: "asc" }],
    [{ field: "summary.weave.latency_ms", direction: "desc" }],
    [
      { field: "output.word", direction: "asc" },
      { field: "started_at", direction: "asc" },
    ],
  ];

  it.each(firstOnce(2, conditions))("are those that their keys select: %s", async (_name, $expr, count) => {
    for (const sortBy of orders) {
      const whole = selectionOf({ ...($expr ? { $expr } : {}), sortBy });
      const expected = await readByKey(whole);
      expect(expected).toHaveLength(count);
      expect((await read(whole)).flat()).toEqual(expected);
      const page = { limit: 50, offset: 30 };
      expect((await read({ ...whole, ...page })).flat()).toEqual(expected.slice(30, 80));
    }
  });

  it.each(sized({ once: [1, 200, 1_201], all: [1, 199, 200, 201, 1_199, 1_200, 1_201, 5_000] }))(
    "begin with the first %i of all, each once",
    async (limit) => {
      const expected = await readByKey(selectionOf({}));
      expect((await read(selectionOf({ limit }))).flat()).toEqual(expected.slice(0, limit));
    },
  );

  it.each(sized({ once: [150], all: [1, 150, 200, 4_000] }))("are the same in pages of %i", async (pageSize) => {
    const options: FetchOptions = { columns: ["parent_id"], pageSize };
    const expected = await readByKey(selectionOf({}));
    for (const limit of [199, 201, 1_201]) {
      const rows = (await read(selectionOf({ limit }), options)).flat();
      expect(rows.map(({ id }) => id)).toEqual(expected.slice(0, limit).map(({ id }) => id));
    }
  });

  it("are complete and in order where they do not fit in one result", async () => {
    const options: FetchOptions = { columns: ["output"] };
    for (const sortBy of sized({ once: orders.slice(-1), all: orders })) {
      const blocks = await read(selectionOf({ projectId: LARGE, limit: 100, sortBy }), options);
      const keys = await readByKey(selectionOf({ projectId: LARGE, limit: 100, sortBy }));
      expect(blocks.length).toBeGreaterThan(1);
      expect(blocks.flat().map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
      expect(blocks.flat().every(({ output }) => output?.length === 1024 ** 2 + 2)).toBe(true);
    }
  });

  it("have one query a page", async () => {
    const asked = vi.spyOn(engine, "read");
    await read(selectionOf({ limit: 50 }));
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  });
});
