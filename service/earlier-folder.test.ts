import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { sized } from "@/test/setup/test-length";
import { openService, type Service } from "./service";
import { type EarlierAnswer, unpackFolder } from "./testing/unpack-folder";

/**
 * A data folder as the version of 22 November 2026 (commit 96bcf56a) left it, which stored calls in parts, with the
 * answers that its service gave: calls of SDKs whose parts came apart, late and twice, spans of OpenTelemetry, names,
 * deletions, prices, feedback, an object and a table. What is `/calls/aggregate` now was `/calls/stats` then.
 */
const PACKED = fileURLToPath(new URL("testing/folder-of-2026-11-22.json.br", import.meta.url));
const KEY = "hk_key_of_the_folder_of_an_earlier_version_0123456789";

const folder = mkdtempSync(join(tmpdir(), "heddle-earlier-"));
const logged: string[] = [];
let packed: ReturnType<typeof unpackFolder>;
let service: Service;

const open = () =>
  openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({}, { write: (line) => void logged.push(line) }));

beforeAll(async () => {
  packed = unpackFolder(PACKED, folder);
  service = await open();
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(path: string, body: object | string): Promise<string> {
  const response = await service.fetch(
    new Request(`http://service${path}`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`api:${KEY}`)}`, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  expect(response.status).toBe(200);
  return await response.text();
}

/** The values of a response, with all digits of their numbers: one of JSON, or one for each line. */
const valuesOf = (text: string): unknown[] => text.trimEnd().split("\n").map(parseJson);

/** Returns a value with only those members of objects that an earlier one has. */
function membersOf(earlier: unknown, value: unknown): unknown {
  if (Array.isArray(earlier) && Array.isArray(value)) {
    return value.map((item, at) => (at < earlier.length ? membersOf(earlier[at], item) : item));
  }
  if (!isObject(earlier) || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name in earlier ? [[name, membersOf(earlier[name], member)]] : [],
    ),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Sums of prices are added in another order, which decides their last digits. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    typeof member === "number" ? Number(member.toPrecision(12)) : member,
  );

const COSTS = new Set(["costs", "cost_usd", "prompt_cost_usd", "completion_cost_usd", "unpriced_tokens"]);

/**
 * Returns a value without costs: the earlier version also priced calls from before the date of a model's only price.
 */
const withoutCosts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutCosts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (COSTS.has(name) ? [] : [[name, withoutCosts(member)]])),
  );
};

async function expectSameAnswers(answers: readonly EarlierAnswer[]): Promise<void> {
  for (const { path, body, answer } of answers) {
    const earlier = valuesOf(answer).map(withoutCosts);
    const now = membersOf(earlier, valuesOf(await ask(path, body)));
    const isSum = path === "/calls/aggregate";
    expect({ path, body, values: isSum ? rounded(now) : now }).toEqual({
      path,
      body,
      values: isSum ? rounded(earlier) : earlier,
    });
  }
}

describe("a data folder that an earlier version made", () => {
  it("is upgraded at the start, with progress in the log", () => {
    const calls = valuesOf(packed.answers[0]?.answer ?? "");
    const progress = logged.map((line) => JSON.parse(line)).filter(({ isProgress }) => isProgress === true);
    expect(calls.length).toBeGreaterThan(200);
    // Deleted calls are copied too.
    expect(progress).toContainEqual(expect.objectContaining({ copied: calls.length + 3, total: calls.length + 3 }));
  });

  it("gives the same answers as before: every call with all its digits, counts, sums, threads, feedback, prices, objects, tables", async () => {
    expect(packed.answers.length).toBeGreaterThan(8);
    await expectSameAnswers(packed.answers);
  });

  it("gives them again after another start, and then takes the start of an end that the earlier version stored", async () => {
    await service.close();
    service = await open();
    // The first one has every call.
    await expectSameAnswers(sized({ once: packed.answers.slice(0, 1), all: packed.answers }));
    const { id, start } = packed.parkedEnd;
    await ask("/call/upsert_batch", `{"batch":[${start}]}`);
    const calls = await ask("/calls/stream_query", { project_id: "early/folder", filter: { call_ids: [id] } });
    expect(valuesOf(calls)).toMatchObject([{ id, output: { n: 900 }, ended_at: expect.any(String) }]);
  });
});
