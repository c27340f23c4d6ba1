import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operand, queryExpression } from "@/lib/api/contract/query/query-expression";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, namePart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { sized } from "@/test/setup/test-length";
import { callConditions } from "./call-expression";
import { callsWhereClause } from "./call-keys";
import type { EndPart, StartPart } from "./call-parts";
import type { CallWriter } from "./call-writer";
import { openCalls } from "./open-calls";

const folder = mkdtempSync(join(tmpdir(), "heddle-conditions-"));
let engine: Store;
let store: Store;

const ids = Array.from({ length: 12 }, (_, n) => `call-${n}`);
const at = (n: number) => `2026-11-20 10:00:${String(n).padStart(2, "0")}.000000`;

function startOf(projectId: string, id: string, n: number): StartPart {
  const inputs = payload(n % 3 === 0 ? { word: "loom", n } : { n: String(n) });
  return startPart({ projectId, id, startedAt: at(n), inputs });
}

/** Some calls have no end. */
function endOf(projectId: string, id: string, n: number): EndPart[] {
  if (n % 4 === 3) return [];
  const output = payload(n % 3 === 1 ? { word: "loom" } : `weft ${n}`);
  const rest = { exception: n % 5 === 0 ? "ValueError: loom" : null, descendantErrors: n % 6 === 1 ? 1 : 0 };
  const endedAt = `2026-11-20 10:01:${String(n * 3).padStart(2, "0")}.500000`;
  const summary = payload(n % 2 === 0 ? { usage: { m: { total_tokens: n } } } : {});
  return [endPart({ projectId, id, endedAt, output, summary, ...rest })];
}

/** The same calls in three projects, stored whole, in parts, and in parts whose first rows were removed. */
const projects = ["e/whole", "e/parts", "e/cleaned"] as const;
const [WHOLE, PARTS, CLEANED] = projects;

async function writeParts(calls: CallWriter, projectId: string): Promise<void> {
  await calls.write(ids.map((id, n) => startOf(projectId, id, n)));
  for (const [n, id] of ids.entries()) await calls.write(endOf(projectId, id, n));
}

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
  const opened = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
  const calls = opened.writer;
  store = opened.store;
  await calls.write(ids.flatMap((id, n) => [startOf(WHOLE, id, n), ...endOf(WHOLE, id, n)]));
  await writeParts(calls, CLEANED);
  await calls.clean();
  await writeParts(calls, PARTS);
  await calls.write(projects.map((projectId) => namePart({ projectId, id: "call-2", displayName: "loom" })));
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function idsWhere(projectId: string, expression: Operand): Promise<string[]> {
  const { $expr } = queryExpression.parse({ $expr: expression });
  const where = callsWhereClause(projectId, callConditions({ query: { $expr } }));
  const rows = await store.read<{ id: string }>({
    sql: `SELECT call_rows.id AS id FROM call_rows WHERE ${where.sql} ORDER BY call_rows.started_at`,
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

describe("a condition", () => {
  it("selects the same calls however they were stored", async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (expression) => {
        const whole = await idsWhere(WHOLE, expression);
        expect(await idsWhere(PARTS, expression)).toEqual(whole);
        expect(await idsWhere(CLEANED, expression)).toEqual(whole);
      }),
      { numRuns: sized({ once: 10, all: 150, long: 150 }) },
    );
  });

  it("is one that rollups can answer if it reads nothing but ops and sources", () => {
    const isOfOps = (request: Parameters<typeof callConditions>[0]) =>
      callConditions(request).map(({ isRolled }) => isRolled === true);
    const named: Operand = { $eq: [field("op_name"), literal("heddle.arena")] };
    const query = ($expr: Operand) => ({ query: { $expr } });
    expect(
      isOfOps(query({ $not: [{ $or: [named, { $contains: { input: field("op_name"), substr: literal("/op/") } }] }] })),
    ).toEqual([true]);
    expect(isOfOps({ filter: { op_names: ["a", "b:*"] }, ...query(named) })).toEqual([true, true]);
    expect(isOfOps(query({ $and: [named, { $eq: [field("id"), literal("x")] }] }))).toEqual([false]);
    expect(isOfOps({ filter: { op_names: ["a"], trace_roots_only: true } })).toEqual([true, false]);
    expect(isOfOps({ filter: { thread_ids: ["t"] } })).toEqual([false]);
    const ofSource: Operand = { $not: [{ $eq: [field("source"), literal("training")] }] };
    expect(isOfOps(query({ $or: [named, ofSource] }))).toEqual([true]);
  });

  it("on the source stands apart from the others, so that it does not decide which tokens count", () => {
    const isOfSource = ($expr: Operand) =>
      callConditions({ query: { $expr } }).map((condition) => condition.isOfSource === true);
    const named: Operand = { $eq: [field("op_name"), literal("a")] };
    const ofSource: Operand = { $eq: [field("source"), literal("training")] };
    expect(isOfSource(ofSource)).toEqual([true]);
    expect(isOfSource({ $and: [named, { $and: [ofSource, { $not: [ofSource] }] }] })).toEqual([false, true]);
    expect(isOfSource({ $or: [named, ofSource] })).toEqual([false]);
    expect(isOfSource(named)).toEqual([false]);
  });

  it("on a missing value selects the calls that are still running", async () => {
    const isRunning: Operand = { $eq: [field("summary.weave.status"), literal("running")] };
    for (const projectId of projects) {
      expect(await idsWhere(projectId, isRunning)).toEqual(["call-3", "call-7", "call-11"]);
    }
  });

  it("on text anywhere in a payload finds inputs and outputs", async () => {
    const contains = (path: string): Operand => ({ $contains: { input: field(path), substr: literal("loom") } });
    const found = ["call-0", "call-1", "call-3", "call-4", "call-6", "call-9", "call-10"];
    for (const projectId of projects) {
      expect(await idsWhere(projectId, { $or: [contains("inputs"), contains("output")] })).toEqual(found);
    }
  });
});
