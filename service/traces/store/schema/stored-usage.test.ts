import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { byMedia } from "@/lib/usage/media-tokens";
import { tokensOf, USAGE_MEMBERS, type UsageTokens } from "@/lib/usage/usage-tokens";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RowEncoder, TEXT, UINT32 } from "@/service/traces/store/engine/row-encoder";
import type { Store } from "@/service/traces/store/engine/store";
import { SDK_REQUEST_SQL, type StoredUsage, TOKENS_COLUMN_SQL, USAGE_COUNTS } from "./stored-usage";
import { sdkAnswer, USAGE_TYPE, usageEntries } from "./usage-entries";

const folder = mkdtempSync(join(tmpdir(), "heddle-usage-"));
let store: Store;

beforeAll(async () => {
  store = openEmbeddedStore({ folder });
  await store.command(`CREATE TABLE given (number UInt32, summary String, summary_search String, ${TOKENS_COLUMN_SQL})
ENGINE = MergeTree ORDER BY number`);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 5, 6, 7, 12, 18, 100) },
  fc.constantFrom("5", -3, null, true, {}, 1.5),
);
const members = [...new Set(Object.values(USAGE_MEMBERS).flat())];

const entry = fc.dictionary(fc.constantFrom(...members), value, { minKeys: 1, maxKeys: 8 }).map((drawn) => {
  const nested: Record<string, unknown> = {};
  for (const [member, one] of Object.entries(drawn)) {
    const [name = "", inner] = member.split(".");
    if (inner === undefined) nested[name] = one;
    else nested[name] = { ...(nested[name] as object), [inner]: one };
  }
  return nested;
});

const stored = (tokens: UsageTokens): Omit<StoredUsage, "model"> => ({
  requests: tokens.requests,
  prompt: tokens.prompt,
  completion: tokens.completion,
  total: tokens.total,
  cache_read: tokens.cacheRead,
  cache_creation: tokens.cacheCreation,
  cache_hour: tokens.cacheHour,
  ...byMedia("column", ({ kind }) => tokens[kind]),
});

it("stores the tokens that the service and the browser read, whatever members a client sends", async () => {
  const given = fc.sample(entry, { numRuns: 2000, seed: 20261128 });
  const lines = given.map((usage, number) =>
    JSON.stringify({ number, summary: JSON.stringify({ usage: { m: usage, usage } }), summary_search: "" }),
  );
  const columns = ["number", "summary", "summary_search"];
  await store.insert({ table: "given", columns, lines: Buffer.from(lines.join("\n")) });
  const read = await store.read<{ tokens: StoredUsage[] }>({
    sql: `SELECT arrayMap(entry -> CAST(entry, 'Tuple(model String, ${USAGE_COUNTS.map((member) => `${member} Float64`).join(", ")})'), model_tokens) AS tokens FROM given ORDER BY number`,
  });
  const hasTokens = ({ prompt, completion, total, cacheRead, cacheCreation }: UsageTokens) =>
    prompt + completion + total + cacheRead + cacheCreation > 0;
  for (const [at, usage] of given.entries()) {
    const tokens = tokensOf(usage);
    const expected = ["m", ""].flatMap((model) => (hasTokens(tokens) ? [{ model, ...stored(tokens) }] : []));
    expect(read[at]?.tokens, JSON.stringify(usage)).toEqual(expected);
  }
});

const MODELS = [
  "m",
  "usage",
  "GPT-4o",
  "openai/gpt-4o-2024-08-06",
  "models/Gemini-2@latest",
  "Modèle É",
  "a name of more than sixteen letters",
  "",
];

it("writes with each row what the engine computes for rows of earlier versions, from text and from bytes", async () => {
  await store.command("CREATE TABLE written AS given");
  const number = { name: "number", type: UINT32 };
  const summary = { name: "summary", type: TEXT };
  const [computed, named] = [
    new RowEncoder([number, summary]),
    new RowEncoder([number, summary, { name: "model_tokens", type: USAGE_TYPE }]),
  ];
  const given = fc.sample(fc.dictionary(fc.constantFrom(...MODELS), entry, { maxKeys: 3 }), {
    numRuns: 1000,
    seed: 20261129,
  });
  for (const [at, usage] of given.entries()) {
    const text = JSON.stringify({ other: at, usage });
    const row = [at, at % 2 === 0 ? text : Buffer.from(text)] as const;
    computed.add(row);
    named.add([...row, usageEntries(row[1])]);
  }
  const withoutUsage = ["", "{}", '{"usage":null}', '{"usage":[]}', '{"a":"\\u0041"}', '{"usage":{"m":5}}'];
  for (const [at, text] of withoutUsage.entries()) {
    computed.add([given.length + at, text]);
    named.add([given.length + at, text, usageEntries(text)]);
  }
  await store.insert({ table: "written", columns: computed.columns, rows: [computed.bytes()] });
  await store.command("CREATE TABLE named AS given");
  await store.insert({ table: "named", columns: named.columns, rows: [named.bytes()] });
  const rowsOf = (table: string) =>
    store.read<{ tokens: string }>({ sql: `SELECT toString(model_tokens) AS tokens FROM ${table} ORDER BY number` });
  const [expected, rows] = await Promise.all([rowsOf("written"), rowsOf("named")]);
  expect(expected.filter(({ tokens }) => tokens !== "[]").length).toBeGreaterThan(500);
  expect(rows).toEqual(expected);

  const answers = await store.read<{ summary: string; answer: string }>({
    sql: `SELECT summary, if(length(model_tokens.model) = 1 AND model_tokens.requests[1] <= 1, ${SDK_REQUEST_SQL.answer}, 0) AS hash,
      if(hash = 0, 'null', toString(hash)) AS answer FROM (SELECT 'Spur 1' AS trace_id, summary, model_tokens FROM written)`,
  });
  expect(answers.filter(({ answer }) => answer !== "null").length).toBeGreaterThan(50);
  for (const { summary, answer } of answers) expect(String(sdkAnswer("Spur 1", summary)), summary).toBe(answer);
});
