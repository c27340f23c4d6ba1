import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { finishMutations } from "@/service/traces/store/retention/finish-mutations";
import { createTables } from "@/service/traces/store/schema/create-tables";
import { callTables, THREAD_INDEXES } from "@/service/traces/store/schema/schema-calls";
import { SOURCE_COLUMN_SQL } from "@/service/traces/store/schema/source-column";
import { SDK_RESPONSE_COLUMN_SQL } from "@/service/traces/store/schema/stored-usage";
import { ownSource } from "@/service/traces/store/sources/own-source";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { addMissingIndexes, storeMissingColumns } from "./store-missing-columns";

let folder: string;
let engine: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-columns-"));
  engine = openEmbeddedStore({ folder });
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function writeThread(projectId: string): Promise<void> {
  const { writer } = await openCalls(engine);
  const turnId = uuid7();
  const turn = { projectId, id: turnId, threadId: "thread", turnId };
  const below = { projectId, id: uuid7(), threadId: "thread", turnId };
  const apart = { projectId, id: uuid7() };
  for (const call of [turn, below, apart]) await writer.write([startPart(call), endPart(call)]);
  await writer.close();
}

const turns = () => engine.read({ sql: "SELECT count() AS calls, countIf(is_turn) AS turns FROM call_rows" });

const partsWithout = (column = "is_turn") =>
  engine.read<{ name: string }>({
    sql: `SELECT name FROM system.parts WHERE active AND rows > 0 AND table = 'call_rows' AND name NOT IN (
  SELECT name FROM system.parts_columns WHERE active AND table = 'call_rows' AND column = '${column}')`,
  });

it("stores in a folder of an earlier version which calls are turns, and keeps its calls", async () => {
  const earlier = callTables("embedded").flatMap((sql) =>
    sql.startsWith("ALTER") ? [] : [sql.replace(/ {2}is_turn .*\n/, "")],
  );
  for (const sql of earlier) await engine.command(sql);
  await writeThread(uuid4());
  await createTables(engine, callTables("embedded"));
  expect(await turns()).toEqual([{ calls: 3, turns: 1 }]);
  expect(await partsWithout()).not.toEqual([]);
  await storeMissingColumns(engine);
  await storeMissingColumns(engine);
  await finishMutations(engine, new AbortController().signal);
  expect(await partsWithout()).toEqual([]);
  expect(await turns()).toEqual([{ calls: 3, turns: 1 }]);
  await writeThread(uuid4());
  expect(await turns()).toEqual([{ calls: 6, turns: 2 }]);
  expect(await partsWithout()).toEqual([]);
});

it("stores in a folder of an earlier version the responses in traces of SDKs", async () => {
  const earlier = callTables("embedded").flatMap((sql) =>
    sql.startsWith("ALTER") ? [] : [sql.replace(`  ${SDK_RESPONSE_COLUMN_SQL},\n`, "")],
  );
  for (const sql of earlier) await engine.command(sql);
  const { writer } = await openCalls(engine);
  for (const [traceId, output] of [
    ["trace", { id: "r" }],
    ["trace", { text: "r" }],
    ["0".repeat(32), { id: "r" }],
  ] as const) {
    const call = { projectId: "e/p", id: uuid7(), traceId };
    await writer.write([
      startPart(call),
      endPart({ ...call, output: payload(output), summary: payload({ usage: {} }) }),
    ]);
  }
  await writer.close();
  for (const sql of callTables("embedded")) await engine.command(sql);
  const responses = async () =>
    (
      await engine.read<{ response: string }>({
        sql: "SELECT multiIf(sdk_response = sipHash64('trace', 'r'), 'r', toString(sdk_response)) AS response FROM call_rows ORDER BY id",
      })
    ).map(({ response }) => response);
  expect(await partsWithout("sdk_response")).not.toEqual([]);
  expect(await responses()).toEqual(["r", "1", "0"]);
  await storeMissingColumns(engine);
  await finishMutations(engine, new AbortController().signal);
  expect(await partsWithout("sdk_response")).toEqual([]);
  expect(await responses()).toEqual(["r", "1", "0"]);
});

it("tells the calls in a folder of an earlier version apart by what they say", async () => {
  const earlier = callTables("embedded").flatMap((sql) =>
    sql.startsWith("ALTER") ? [] : [sql.replace(`  ${SOURCE_COLUMN_SQL},\n`, "")],
  );
  for (const sql of earlier) await engine.command(sql);
  const given = [
    ["weave:///e/p/op/Evaluation.evaluate:abc", {}],
    ["Evaluation.predict_and_score", {}],
    ["op", { _weave_eval_meta: { declarative: true } }],
    ["op", { heddle: { monitor: "m" } }],
    ["rollout", { heddle: { training_run: "r" } }],
    ["heddle.playground", {}],
    ["heddle.arena", { heddle: { prompt_messages: 1 } }],
    ["Evaluation.evaluate_all", { note: '"_weave_eval_meta"' }],
  ] as const;
  const rows = given.map(([op_name, attributes], at) => ({
    ...{ project_id: "e/p", id: `call ${at}`, op_name, attributes: JSON.stringify(attributes) },
    ...{ started_at: "2026-11-20 10:00:00.000000", ended_at: "2026-11-20 10:00:01.000000" },
  }));
  await engine.insert({
    table: "call_rows",
    columns: Object.keys(rows[0] ?? {}),
    lines: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
  });
  await createTables(engine, callTables("embedded"));
  const sources = async () =>
    (await engine.read<{ source: string }>({ sql: "SELECT call_source AS source FROM call_rows ORDER BY id" })).map(
      ({ source }) => source,
    );
  const expected = given.map(
    ([opName, attributes]) => ownSource({ opName, attributes: payload(attributes) }) ?? "production",
  );
  expect(await partsWithout("call_source")).not.toEqual([]);
  expect(await sources()).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set(["evaluation", "training", "playground", "arena", "production"]));
  await storeMissingColumns(engine);
  await finishMutations(engine, new AbortController().signal);
  expect(await partsWithout("call_source")).toEqual([]);
  expect(await sources()).toEqual(expected);
});

it("reads in a folder of an earlier version the tokens that it kept in another column", async () => {
  const earlier = callTables("embedded").flatMap((sql) =>
    sql.startsWith("ALTER") ? [] : [sql.replaceAll("model_tokens", "tokens")],
  );
  for (const sql of earlier) await engine.command(sql);
  const row = {
    ...{ project_id: "e/p", id: uuid7(), trace_id: "t" },
    ...{ started_at: "2026-11-20 10:00:00.000000", ended_at: "2026-11-20 10:00:01.000000" },
    summary: JSON.stringify({ usage: { m: { prompt_tokens: 9, prompt_tokens_details: { image_tokens: 4 } } } }),
  };
  await engine.insert({
    table: "call_rows",
    columns: Object.keys(row),
    lines: Buffer.from(`${JSON.stringify(row)}\n`),
  });
  await createTables(engine, callTables("embedded"));
  await createTables(engine, callTables("embedded"));
  const tokens = () =>
    engine.read({
      sql: "SELECT model_tokens.prompt AS prompt, model_tokens.image_input AS image, report.by AS reportedBy FROM call_rows",
    });
  expect(await tokens()).toEqual([{ prompt: [9], image: [4], reportedBy: 0 }]);
  await storeMissingColumns(engine);
  await finishMutations(engine, new AbortController().signal);
  expect(await partsWithout("model_tokens")).toEqual([]);
  expect(await tokens()).toEqual([{ prompt: [9], image: [4], reportedBy: 0 }]);
  const columns = await engine.read<{ name: string }>({
    sql: "SELECT name FROM system.columns WHERE table = 'call_rows' AND name LIKE '%tokens'",
  });
  expect(columns).toEqual([{ name: "model_tokens" }]);
});

it("adds the indexes of threads to a folder of an earlier version, also for the calls that it has", {
  tags: ["all"],
}, async () => {
  await createCallTables(engine);
  for (const index of THREAD_INDEXES) await engine.command(`ALTER TABLE call_rows DROP INDEX ${index.split(" ")[0]}`);
  await writeThread(uuid4());
  await addMissingIndexes(engine);
  await addMissingIndexes(engine);
  await finishMutations(engine, new AbortController().signal);
  const indexes = await engine.read({
    sql: `SELECT name, data_compressed_bytes > 0 AS isMade FROM system.data_skipping_indices
WHERE table = 'call_rows' AND name != 'parent_id_bloom' ORDER BY name`,
  });
  expect(indexes).toEqual([
    { name: "ended_at_minmax", isMade: 1 },
    { name: "thread_id_bloom", isMade: 1 },
  ]);
});
