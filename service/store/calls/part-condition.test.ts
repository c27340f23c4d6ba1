import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Operand, queryExpression } from "@/lib/api/contract/query/query-expression";
import { openEmbeddedStore } from "@/service/store/engine/embedded-store";
import type { Store } from "@/service/store/engine/store";
import { callTables } from "@/service/store/schema/schema-calls";
import { endPart, namePart, payload, startPart } from "@/service/store/testing/call-fixtures";
import { callConditions } from "./call-expression";
import { callsWhereClause } from "./call-keys";
import { CallWriter } from "./call-writer";

vi.setConfig({ testTimeout: 60_000 });

const projectId = "e/parts";
const folder = mkdtempSync(join(tmpdir(), "heddle-parts-"));
let store: Store;

/** Inserts starts, ends and names separately, so that the engine has parts to merge; some calls have no end. */
beforeAll(async () => {
  store = openEmbeddedStore({ folder });
  for (const sql of callTables) await store.command(sql);
  const calls = new CallWriter(store);
  const ids = Array.from({ length: 12 }, (_, n) => `call-${n}`);
  const at = (n: number) => `2026-11-20 10:00:${String(n).padStart(2, "0")}.000000`;
  const start = (id: string, n: number) =>
    startPart({
      projectId,
      id,
      startedAt: at(n),
      inputs: payload(n % 3 === 0 ? { word: "loom", n } : { n: String(n) }),
    });
  await calls.write(ids.map(start));
  for (const [n, id] of ids.entries()) {
    if (n % 4 === 3) continue;
    const output = payload(n % 3 === 1 ? { word: "loom" } : `weft ${n}`);
    const rest = { exception: n % 5 === 0 ? "ValueError: loom" : null, descendantErrors: n % 6 === 1 ? 1 : 0 };
    const endedAt = `2026-11-20 10:01:${String(n * 3).padStart(2, "0")}.500000`;
    const usage = payload(n % 2 === 0 ? { usage: { m: { total_tokens: n } } } : {});
    await calls.write([endPart({ projectId, id, endedAt, output, summary: usage, ...rest })]);
  }
  await calls.write([namePart({ projectId, id: "call-2", displayName: "loom" })]);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function idsWhere(expression: Operand, isFound: boolean, columns: readonly string[] = []): Promise<string[]> {
  const { $expr } = queryExpression.parse({ $expr: expression });
  const conditions = callConditions({ query: { $expr } });
  const where = callsWhereClause(
    projectId,
    isFound ? conditions : conditions.map((condition) => ({ ...condition, isOfOnePart: false })),
    isFound ? columns : ["display_name"],
  );
  const rows = await store.read<{ id: string }>({
    sql: `SELECT call_parts.id AS id FROM ${where.source} WHERE ${where.sql} ORDER BY call_parts.started_at`,
    params: where.params,
  });
  return rows.map(({ id }) => id);
}

const field = (name: string): Operand => ({ $getField: name });
const literal = (value: string | number | boolean | null): Operand => ({ $literal: value });

const fields = fc.constantFrom(
  ...["inputs", "inputs.word", "inputs.n", "output", "output.word", "summary.usage.m.total_tokens"],
  ...["summary.weave.status", "exception", "display_name", "op_name", "thread_id", "output_refs"],
);
const numbers = fc.constantFrom("summary.weave.latency_ms", "summary.weave.total_tokens", "svc_run_step_end");
const texts = fc.constantFrom("loom", "weft", "", "error", "running", "run", "ValueError: loom", "op", "null");
const comparisons = fc.constantFrom("$eq", "$gt", "$gte", "$lt", "$lte");

const atom: fc.Arbitrary<Operand> = fc.oneof(
  fc.record({ input: fields, substr: texts, case_insensitive: fc.boolean() }).map(
    ({ input, substr, case_insensitive }): Operand => ({
      $contains: { input: field(input), substr: literal(substr), case_insensitive },
    }),
  ),
  fc
    .tuple(fields, texts)
    .map(([input, substr]): Operand => ({ $containsToken: { input: field(input), substr: literal(substr) } })),
  fc
    .tuple(comparisons, fields, fc.oneof(texts, fc.constant(null)))
    .map(([name, path, value]) => ({ [name]: [field(path), literal(value)] }) as Operand),
  fc
    .tuple(comparisons, numbers, fc.constantFrom(0, 2, 60_000, null))
    .map(([name, path, value]) => ({ [name]: [field(path), literal(value)] }) as Operand),
  fc
    .tuple(comparisons, fields, fc.constantFrom("double", "int"), fc.constantFrom(0, 3))
    .map(
      ([name, path, to, value]) => ({ [name]: [{ $convert: { input: field(path), to } }, literal(value)] }) as Operand,
    ),
  fc.tuple(fields, fc.array(texts, { maxLength: 2 })).map(
    ([path, values]): Operand => ({
      $in: [field(path), values.map(literal)],
    }),
  ),
);

const { condition } = fc.letrec<{ condition: Operand }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((inside): Operand => ({ $and: inside })),
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((inside): Operand => ({ $or: inside })),
    tie("condition").map((inside): Operand => ({ $not: [inside] })),
  ),
}));

describe("calls found among unmerged parts", () => {
  it("are the same as those found among merged calls, for any condition", async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (expression) => {
        const merged = await idsWhere(expression, false);
        expect(await idsWhere(expression, true)).toEqual(merged);
        expect(await idsWhere(expression, true, ["ended_at"])).toEqual(merged);
      }),
      { numRuns: 150 },
    );
  });

  it("need no merging for text anywhere in a payload, with any condition on their starts", () => {
    const contains = (path: string): Operand => ({ $contains: { input: field(path), substr: literal("loom") } });
    const conditions: Operand[] = [
      { $or: [contains("inputs"), contains("output")] },
      { $and: [{ $eq: [field("op_name"), literal("op")] }, contains("output.word"), contains("inputs")] },
      { $not: [contains("inputs")] },
      { $contains: { input: field("summary"), substr: literal('"m"') } },
    ];
    const sources = conditions.map(($expr) => callsWhereClause(projectId, callConditions({ query: { $expr } })).source);
    expect(new Set(sources)).toEqual(new Set(["call_parts"]));
  });

  it("are searched among merged calls when a missing value decides", () => {
    const isRunning: Operand = { $eq: [field("summary.weave.status"), literal("running")] };
    const sources = [isRunning, { $not: [{ $eq: [field("exception"), literal("x")] }] } satisfies Operand].map(
      ($expr) => callsWhereClause(projectId, callConditions({ query: { $expr } })).source,
    );
    expect(sources).toEqual(["call_parts FINAL", "call_parts FINAL"]);
  });
});
