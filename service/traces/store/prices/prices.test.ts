import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { byMedia, type MediaCost } from "@/lib/usage/media-tokens";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { costTables } from "@/service/traces/store/schema/schema-costs";
import { PriceWriter } from "./price-writer";
import { type CallCosts, costsOfUsage, type ProjectPrices, readProjectPrices } from "./prices";

const folder = mkdtempSync(join(tmpdir(), "heddle-prices-"));
const startedAt = "2026-11-20 10:00:00.000000";
const noPrices: ProjectPrices = new Map();

let store: Store;
let writer: PriceWriter;

beforeAll(async () => {
  store = openEmbeddedStore({ folder });
  for (const sql of costTables) await store.command(sql);
  writer = new PriceWriter(store);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Given {
  readonly model: string;
  readonly from: string;
  readonly input: number;
  readonly cacheRead?: number;
  readonly media?: Partial<Record<MediaCost, number>>;
  readonly createdAt?: string;
}

async function pricesOf(...given: Given[]): Promise<ProjectPrices> {
  const project_id = `e/${uuid4()}`;
  await writer.write(
    given.map(({ model, from, input, cacheRead, media, createdAt }) => ({
      project_id,
      id: uuid7(),
      is_purged: 0,
      llm_id: model,
      provider_id: "mine",
      effective_date: from,
      prompt_token_cost: input,
      completion_token_cost: 0,
      prompt_token_cost_unit: "USD",
      completion_token_cost_unit: "USD",
      cache_read_input_token_cost: cacheRead ?? null,
      ...byMedia("cost", ({ cost }) => media?.[cost] ?? null),
      created_by: "key-1",
      created_at: createdAt ?? "2026-11-01 00:00:00.000000",
    })),
  );
  return readProjectPrices(store, project_id);
}

const usageOf = (model: string, usage: object = {}) => ({
  [model]: { requests: 1, prompt_tokens: 1_000_000, completion_tokens: 1_000_000, total_tokens: 2_000_000, ...usage },
});

function costOfModel(model: string, prices: ProjectPrices, usage: object = {}, at = startedAt): CallCosts {
  const costs = costsOfUsage(usageOf(model, usage), prices, at);
  const cost = costs?.[model];
  if (!cost) throw new Error(`${model} has no price`);
  return cost;
}

const totalOf = (cost: CallCosts) =>
  cost.prompt_tokens_total_cost +
  cost.completion_tokens_total_cost +
  cost.cache_read_input_tokens_total_cost +
  cost.cache_creation_input_tokens_total_cost;

describe("the price of a model at a time", () => {
  it("is the project's before the provider's, and names its source", async () => {
    const prices = await pricesOf({ model: "gpt-4o", from: "2026-01-01 00:00:00.000000", input: 0.5 });
    expect(costOfModel("gpt-4o", prices)).toEqual({
      requests: 1,
      prompt_tokens: 1_000_000,
      completion_tokens: 1_000_000,
      total_tokens: 2_000_000,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      prompt_token_cost: 0.5,
      completion_token_cost: 0,
      prompt_tokens_total_cost: 500_000,
      completion_tokens_total_cost: 0,
      cache_read_input_tokens_total_cost: 0,
      cache_creation_input_tokens_total_cost: 0,
      cache_read_input_token_cost: null,
      cache_creation_input_token_cost: null,
      prompt_token_cost_unit: "USD",
      completion_token_cost_unit: "USD",
      effective_date: "2026-01-01T00:00:00Z",
      provider_id: "mine",
      pricing_level: "project",
      pricing_level_id: [...prices.values()][0]?.[0]?.pricing_level_id,
      created_by: "key-1",
      created_at: "2026-11-01T00:00:00Z",
    });
  });

  it("is the newest that had taken effect when the call started", async () => {
    const prices = await pricesOf(
      { model: "m", from: "2026-03-01 00:00:00.000000", input: 3 },
      { model: "m", from: "2026-01-01 00:00:00.000000", input: 1 },
      { model: "m", from: "2026-02-01 00:00:00.000000", input: 2 },
      { model: "other", from: "2026-02-01 00:00:00.000000", input: 9 },
    );
    const at = (time: string) => costOfModel("m", prices, {}, time).prompt_token_cost;
    expect(at("2026-01-31 23:59:59.999999")).toBe(1);
    expect(at("2026-02-01 00:00:00.000000")).toBe(2);
    expect(at("2030-01-01 00:00:00.000000")).toBe(3);
  });

  it("is the project's for a name that a cloud puts something before", async () => {
    const prices = await pricesOf({ model: "gemini-9", from: "2026-01-01 00:00:00.000000", input: 5 });
    for (const name of [
      "models/gemini-9",
      "vertex_ai/gemini-9",
      "projects/p/locations/l/publishers/google/models/gemini-9",
    ]) {
      expect(costOfModel(name, prices).prompt_token_cost).toBe(5);
    }
    expect(() => costOfModel("ours/gemini-9", prices)).toThrow("has no price");
  });

  it("is the last created of two that take effect together", async () => {
    const from = "2026-01-01 00:00:00.000000";
    const prices = await pricesOf(
      { model: "m", from, input: 2, createdAt: "2026-11-02 00:00:00.000000" },
      { model: "m", from, input: 1, createdAt: "2026-11-01 00:00:00.000000" },
    );
    expect(costOfModel("m", prices).prompt_token_cost).toBe(2);
  });

  it("is the provider's while the project's has not taken effect, and none when there is no other", async () => {
    const later = "2027-01-01 00:00:00.000000";
    const prices = await pricesOf({ model: "gpt-4o", from: later, input: 7 }, { model: "mine", from: later, input: 7 });
    expect(costOfModel("gpt-4o", prices)).toMatchObject({ pricing_level: "default", pricing_level_id: "default" });
    expect(() => costOfModel("mine", prices)).toThrow("mine has no price");
  });

  it.each([
    ["gpt-4o", "openai", 2.5, 10],
    ["gpt-4o-2024-08-06", "openai", 2.5, 10],
    ["openai/gpt-4o", "openai", 2.5, 10],
    ["claude-sonnet-4-20250514", "anthropic", 3, 15],
    ["anthropic.claude-3-5-sonnet-20240620-v1:0", "aws", 3, 15],
    ["bedrock/us.anthropic.claude-3-7-sonnet-20250219-v1:0", "aws", 3, 15],
    ["text-embedding-3-small", "openai", 0.02, 0],
    ["models/gemini-2.0-flash", "google", 0.1, 0.4],
    ["projects/p/locations/us-central1/publishers/google/models/gemini-2.0-flash", "google", 0.1, 0.4],
    ["vertex_ai/claude-sonnet-4@20250514", "google", 3, 15],
    ["google-gla:gemini-2.0-flash", "google", 0.1, 0.4],
    ["openai:gpt-4o", "openai", 2.5, 10],
    ["azure/gpt-4o", "azure", 2.5, 10],
    ["global.anthropic.claude-haiku-4-5-20251001-v1:0", "aws", 1, 5],
    ["us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0", "aws", 3, 15],
    ["arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-3-7-sonnet-20250219-v1:0", "aws", 3, 15],
    ["openrouter/openai/gpt-4o", "openrouter", 2.5, 10],
  ])("of %s is available without being set", (model, provider, input, output) => {
    const cost = costOfModel(model, noPrices);
    expect(cost.provider_id).toBe(provider);
    expect(cost.prompt_tokens_total_cost).toBeCloseTo(input, 9);
    expect(cost.completion_tokens_total_cost).toBeCloseTo(output, 9);
  });

  it.each([
    "my-own/gpt-4o",
    "ours:gpt-4o",
    "ft:gpt-4o-2024-08-06:org::id",
    "models/ours",
    "publishers/us/models/gpt-4o",
  ])("of %s is not that of a model of another provider", (model) =>
    expect(() => costOfModel(model, noPrices)).toThrow("has no price"),
  );

  it("changes with the provider's price over time", () => {
    const at = (time: string) => costOfModel("o3", noPrices, {}, time).prompt_tokens_total_cost;
    expect(at("2025-05-01 00:00:00.000000")).toBeCloseTo(10, 9);
    expect(at("2025-08-01 00:00:00.000000")).toBeCloseTo(2, 9);
  });

  it("rises with the length of a request where the provider's does, not with the number of requests", () => {
    const rateOf = (requests: number) => costOfModel("gemini-2.5-pro", noPrices, { requests }).prompt_token_cost;
    expect(rateOf(1)).toBeCloseTo(2.5e-6, 12);
    expect(rateOf(100)).toBeCloseTo(1.25e-6, 12);
  });
});

describe("the costs of a call's usage", () => {
  it("are omitted when no model has a price", () => {
    expect(costsOfUsage(usageOf("our-own-7b"), noPrices, startedAt)).toBeNull();
    expect(costsOfUsage(usageOf("__proto__"), noPrices, startedAt)).toBeNull();
  });

  it("list only the models that have a price", () => {
    const usage = { ...usageOf("gpt-4o"), ...usageOf("our-own-7b") };
    expect(Object.keys(costsOfUsage(usage, noPrices, startedAt) ?? {})).toEqual(["gpt-4o"]);
  });

  it("accept either name of a count", async () => {
    const prices = await pricesOf({ model: "m", from: "2026-01-01 00:00:00.000000", input: 2 });
    const usage = { m: { input_tokens: 3, output_tokens: 4 } };
    expect(costsOfUsage(usage, prices, startedAt)?.m).toMatchObject({
      requests: 0,
      prompt_tokens: 3,
      completion_tokens: 4,
      total_tokens: 7,
      prompt_tokens_total_cost: 6,
    });
  });

  it.each([
    ["beside the count", { cache_read_input_tokens: 400_000 }],
    ["in the count's details", { prompt_tokens_details: { cached_tokens: 400_000 } }],
    ["in the details of the other name", { input_tokens_details: { cached_tokens: 400_000 } }],
  ])("count cached tokens %s once, at their own rate", (_, cached) => {
    const cost = costOfModel("gpt-4o", noPrices, { ...cached, completion_tokens: 0 });
    expect(cost.prompt_tokens_total_cost).toBeCloseTo(0.6 * 2.5, 9);
    expect(cost.cache_read_input_tokens_total_cost).toBeCloseTo(0.4 * 1.25, 9);
  });

  it("count cached tokens as other input when the price has no rate for them", async () => {
    const from = "2026-01-01 00:00:00.000000";
    const [without, withRate] = [
      await pricesOf({ model: "m", from, input: 2 }),
      await pricesOf({ model: "m", from, input: 2, cacheRead: 0 }),
    ];
    const usage = { prompt_tokens: 10, completion_tokens: 0, cache_read_input_tokens: 4 };
    expect(totalOf(costOfModel("m", without, usage))).toBe(20);
    expect(totalOf(costOfModel("m", withRate, usage))).toBe(12);
  });

  it("are never negative when a provider excludes cached tokens from the input", () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 0,
      cache_read_input_tokens: 500_000,
      cache_creation_input_tokens: 500_000,
    };
    const cost = costOfModel("claude-sonnet-4-20250514", noPrices, usage);
    expect(cost.prompt_tokens_total_cost).toBeCloseTo(10 * 3e-6, 12);
    expect(cost.cache_read_input_tokens_total_cost).toBeCloseTo(0.5 * 0.3, 9);
    expect(cost.cache_creation_input_tokens_total_cost).toBeCloseTo(0.5 * 3.75, 9);
  });

  it("are higher for what is written to a cache for an hour", async () => {
    const written = (hour: number) => ({
      ...{ prompt_tokens: undefined, total_tokens: undefined, input_tokens: 0, completion_tokens: 0 },
      cache_creation_input_tokens: 1_000_000,
      cache_creation: { ephemeral_5m_input_tokens: 1_000_000 - hour, ephemeral_1h_input_tokens: hour },
    });
    const published = (hour: number) => totalOf(costOfModel("claude-haiku-4-5", noPrices, written(hour)));
    expect(published(0)).toBeCloseTo(1.25, 9);
    expect(published(1_000_000)).toBeCloseTo(2, 9);
    expect(published(500_000)).toBeCloseTo(1.625, 9);
    const prices = await pricesOf({ model: "m", from: "2026-01-01 00:00:00.000000", input: 4e-6 });
    expect(totalOf(costOfModel("m", prices, written(1_000_000)))).toBeCloseTo(4, 9);
  });

  it("are those of speech where the provider's price has one", () => {
    const usage = {
      ...{ prompt_tokens: 1_000_000, completion_tokens: 1_000_000 },
      prompt_tokens_details: { audio_tokens: 400_000 },
      completion_tokens_details: { audio_tokens: 500_000 },
    };
    const cost = costOfModel("gpt-4o-realtime-preview", noPrices, usage);
    expect(cost.prompt_tokens_total_cost).toBeCloseTo(0.6 * 5 + 0.4 * 40, 9);
    expect(cost.completion_tokens_total_cost).toBeCloseTo(0.5 * 20 + 0.5 * 80, 9);
  });

  it("are those of images where the provider's price has one", () => {
    const usage = {
      ...{ prompt_tokens: undefined, completion_tokens: undefined, total_tokens: undefined },
      ...{ input_tokens: 1_000_000, output_tokens: 1_000_000 },
      input_tokens_details: { image_tokens: 300_000, text_tokens: 700_000 },
      output_tokens_details: { image_tokens: 900_000, text_tokens: 100_000 },
    };
    const cost = costOfModel("gpt-image-1.5", noPrices, usage);
    expect(cost.prompt_tokens_total_cost).toBeCloseTo(0.7 * 5 + 0.3 * 8, 9);
    expect(cost.completion_tokens_total_cost).toBeCloseTo(0.1 * 10 + 0.9 * 32, 9);
  });

  it("are those of speech where the project's price has one, and of text where it has none", async () => {
    const from = "2026-01-01 00:00:00.000000";
    const [without, withAudio] = [
      await pricesOf({ model: "m", from, input: 2e-6 }),
      await pricesOf({
        model: "m",
        from,
        input: 2e-6,
        media: { audio_input_token_cost: 9e-6, audio_output_token_cost: 5e-6 },
      }),
    ];
    const usage = {
      ...{ prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
      prompt_tokens_details: { audio_tokens: 400 },
      completion_tokens_details: { audio_tokens: 300 },
    };
    // Text that is written costs nothing at these prices.
    expect(totalOf(costOfModel("m", without, usage))).toBeCloseTo(1000 * 2e-6, 12);
    expect(totalOf(costOfModel("m", withAudio, usage))).toBeCloseTo(600 * 2e-6 + 400 * 9e-6 + 300 * 5e-6, 12);
  });

  it("have the thoughts of Gemini, which are outside of its output", () => {
    const usage = { ...{ prompt_tokens: 324, completion_tokens: 1364, reasoning_tokens: 495 }, total_tokens: 2183 };
    const cost = costOfModel("gemini-2.5-pro", noPrices, usage);
    expect(totalOf(cost)).toBeCloseTo(324 * 1.25e-6 + 1859 * 10e-6, 12);
  });

  it("are those of all input where Anthropic's client reports fewer cached tokens than others", () => {
    const usage = {
      ...{ prompt_tokens: undefined, total_tokens: undefined, input_tokens: 5000, output_tokens: 100 },
      ...{ completion_tokens: undefined, cache_read_input_tokens: 2000, cache_creation_input_tokens: 1000 },
    };
    const expected = 5000 * 3e-6 + 2000 * 0.3e-6 + 1000 * 3.75e-6 + 100 * 15e-6;
    expect(totalOf(costOfModel("claude-sonnet-4-20250514", noPrices, usage))).toBeCloseTo(expected, 12);
  });

  it("read numbers that were stored digit by digit", () => {
    const usage = parseJson('{"gpt-4o":{"prompt_tokens":1000000.0,"completion_tokens":0}}');
    expect(costsOfUsage(usage, noPrices, startedAt)?.["gpt-4o"]?.prompt_tokens_total_cost).toBeCloseTo(2.5, 9);
  });

  it.each([null, undefined, 5, "gpt-4o", [], {}, { "gpt-4o": 7 }, { "gpt-4o": null }, { "gpt-4o": [] }])(
    "are empty for the usage %j",
    (usage) => {
      expect(costsOfUsage(usage, noPrices, startedAt)).toBeNull();
    },
  );

  it("treat an invalid count as zero", () => {
    const usage = { prompt_tokens: "many", completion_tokens: -3, total_tokens: null, requests: {} };
    expect(totalOf(costOfModel("gpt-4o", noPrices, usage))).toBe(0);
  });
});

describe("the prices of a project", () => {
  it("are read once until a price is written, and the same when requests come at once", async () => {
    const read = vi.spyOn(store, "read");
    const prices = await pricesOf({ model: "m", from: "2026-01-01 00:00:00.000000", input: 1 });
    const project = [...prices.values()][0]?.[0]?.pricing_level_id ?? "";
    read.mockClear();
    const [one, two] = await Promise.all([readProjectPrices(store, project), readProjectPrices(store, project)]);
    expect(read).not.toHaveBeenCalled();
    expect([one, two]).toEqual([prices, prices]);
    await pricesOf({ model: "of another project", from: "2026-01-01 00:00:00.000000", input: 1 });
    expect(await readProjectPrices(store, project)).toEqual(prices);
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
  });

  it("are read again after a read that failed", async () => {
    const read = vi.spyOn(store, "read").mockRejectedValueOnce(new Error("stopped"));
    await expect(readProjectPrices(store, "e/fails-once")).rejects.toThrow("stopped");
    expect(await readProjectPrices(store, "e/fails-once")).toEqual(new Map());
    read.mockRestore();
  });

  it("are read each time from a server, which other services write to", async () => {
    const server = { ...store, kind: "server" as const, read: vi.fn(async () => []) };
    await readProjectPrices(server, "e/on-server");
    await readProjectPrices(server, "e/on-server");
    expect(server.read).toHaveBeenCalledTimes(2);
  });
});
