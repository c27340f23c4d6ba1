import { describe, expect, it } from "vitest";
import { byMedia } from "@/lib/usage/media-tokens";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { StoredUsage } from "@/service/traces/store/schema/stored-usage";
import { CostCounter, costOfTokens, type PricedTokens, priceBoundaries, tokensAtCall } from "./usage-costs";

const projectPrice = (model: string, from: string, cost: number) => ({
  id: from,
  llm_id: model,
  pricing_level_id: "e/p",
  provider_id: "mine",
  effective_date: from,
  prompt_token_cost: cost,
  completion_token_cost: cost * 2,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  cache_read_input_token_cost: null,
  cache_creation_input_token_cost: null,
  ...byMedia("cost", () => null),
  created_by: "key-1",
  created_at: from,
});

/** A price that changes twice, one that comes later than all calls, and models of the list with each kind of change. */
const prices: ProjectPrices = new Map([
  [
    "mine",
    ["2026-11-01 00:00:00.000000", "2026-11-10 12:30:00.500000"].map((at, n) => projectPrice("mine", at, n + 1)),
  ],
  ["late", [projectPrice("late", "2027-01-01 00:00:00.000000", 3)]],
]);
const models = [
  "mine",
  "late",
  "unknown",
  "gpt-4.1-mini",
  "gemini-2.5-pro",
  "deepseek-chat",
  "claude-sonnet-4-5",
  "o3",
];

const tokensAt = (model: string, startedAt: string, inputTokens: number): PricedTokens => ({
  model,
  startedAt,
  inputTokens,
  requests: 1,
  prompt: inputTokens,
  completion: 7,
  total: inputTokens + 7,
  cacheRead: 0,
  cacheCreation: 0,
  cacheHour: 0,
  ...byMedia("kind", () => 0),
  uncached: inputTokens,
});

const engineTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 23).replace("T", " ")}000`;

it("has the price of the tokens of one request, where a call reports several", () => {
  const usage = { model: "gemini-2.5-pro", prompt: 300_000, completion: 10, total: 300_010 };
  const kinds = { cache_read: 0, cache_creation: 0, cache_hour: 0, ...byMedia("column", () => 0) };
  const costOf = (requests: number) => {
    const tokens = tokensAtCall({ ...usage, ...kinds, requests } as StoredUsage, "2026-11-20 10:00:00.000000");
    return costOfTokens(tokens, new Map())?.promptUsd;
  };
  // Above 200,000 tokens of one request, the published price is 2.5 in place of 1.25 USD for a million.
  expect(costOf(1)).toBeCloseTo(0.75, 9);
  expect(costOf(2)).toBeCloseTo(0.375, 9);
});

describe("a counter of costs", () => {
  it("returns the cost that a look-up for each call returns, on both sides of each change of a price", () => {
    const { datesMs, secondsOfDay, inputTokens } = priceBoundaries(models, prices);
    expect(Math.min(datesMs.length, secondsOfDay.length, inputTokens.length)).toBeGreaterThan(0);
    const days = [...datesMs, Date.parse("2026-11-20T00:00:00Z")];
    const times = days.flatMap((day) => [
      ...[-1, 0, 1].map((ms) => day + ms),
      ...secondsOfDay.flatMap((second) => [-1, 0, 1].map((ms) => day - (day % 86_400_000) + second * 1000 + ms)),
    ]);
    const lengths = [100, ...inputTokens.flatMap((length) => [length, length + 1])];
    const counter = new CostCounter(prices);
    for (const model of models) {
      for (const ms of times) {
        for (const length of lengths) {
          const tokens = tokensAt(model, engineTime(ms), length);
          expect(counter.costOf(tokens), `${model} ${tokens.startedAt} ${length}`).toEqual(
            costOfTokens(tokens, prices),
          );
        }
      }
    }
  });

  it("knows models of which one name begins with the other", () => {
    const counter = new CostCounter(prices);
    expect(counter.costOf(tokensAt("mine 0", "2026-11-20 10:00:00.000000", 10))).toBeNull();
    expect(counter.costOf(tokensAt("mine", "2026-11-20 10:00:00.000000", 10))?.promptUsd).toBe(20);
  });
});
