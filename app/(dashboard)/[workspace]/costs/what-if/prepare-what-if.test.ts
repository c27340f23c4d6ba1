import { describe, expect, it } from "vitest";
import { priceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import type { Spend, SpendRow } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { changeText, costPerDay, measuredTraffic, whatIfRows, whatIfTraffic } from "./prepare-what-if";

const record = (
  id: string,
  prompt: number | null,
  completion: number | null,
  cacheRead: number | null = null,
  unit = "USD",
) =>
  priceRecord(
    {
      id,
      llm_id: id,
      prompt_token_cost: prompt,
      completion_token_cost: completion,
      cache_read_input_token_cost: cacheRead,
      prompt_token_cost_unit: unit,
    },
    0,
  );

function row(
  value: string | null,
  requests: number,
  tokensIn: number,
  tokensOut: number,
  tokensCached: number,
): SpendRow {
  return {
    key: String(value),
    label: String(value),
    value,
    callCount: requests,
    requests,
    tokensIn,
    tokensOut,
    tokensCached,
    promptUsd: null,
    completionUsd: null,
    costUsd: null,
    share: null,
    unpricedTokens: 0,
    href: null,
  };
}

const spend: Spend = {
  rows: [row("big", 100, 890_000, 17_600, 462_800)],
  total: row(null, 200, 1_000_000, 20_000, 0),
  spanMs: 12 * 3_600_000,
};

describe("measured traffic", () => {
  it("is that of the model per request and per day, for any range", () => {
    expect(measuredTraffic(spend, "big")).toEqual({
      of: "model",
      tokensIn: 8900,
      tokensOut: 176,
      requestsPerDay: 200,
      shareCached: 0.52,
    });
  });

  it("is that of all models for one that was not called, and empty without calls", () => {
    expect(measuredTraffic(spend, "other")).toMatchObject({ of: "all", tokensIn: 5000, requestsPerDay: 400 });
    const idle = { ...spend, rows: [], total: row(null, 0, 0, 0, 0) };
    expect(measuredTraffic(idle, "other")).toMatchObject({ of: "nothing", tokensIn: null });
    expect(measuredTraffic(null, "other").of).toBe("nothing");
    expect(measuredTraffic({ ...spend, spanMs: null }, "big").requestsPerDay).toBeNull();
  });

  it("is overridden by the user's figures", () => {
    const measured = measuredTraffic(spend, "big");
    expect(whatIfTraffic(measured, { shareCached: 0, tokensIn: 10 })).toMatchObject({
      tokensIn: 10,
      tokensOut: 176,
      shareCached: 0,
    });
  });
});

describe("what if", () => {
  const traffic = { tokensIn: 1000, tokensOut: 100, requestsPerDay: 1000, shareCached: 0.5 };

  it("multiplies requests, tokens and price, with a separate rate for cached tokens when there is one", () => {
    expect(costPerDay(record("a", 2e-6, 8e-6), traffic)).toBeCloseTo(2 + 0.8);
    expect(costPerDay(record("a", 2e-6, 8e-6, 5e-7), traffic)).toBeCloseTo(0.5 * 2 + 0.5 * 0.5 + 0.8);
    expect(costPerDay(record("a", null, 8e-6), traffic)).toBeNull();
    expect(costPerDay(record("a", 2e-6, 8e-6), { ...traffic, tokensIn: null })).toBeNull();
  });

  it("has the selected model first, then the others from the cheapest, with the saving of each", () => {
    const base = record("base", 2e-6, 8e-6);
    const rows = whatIfRows(
      base,
      [record("dear", 4e-6, 16e-6), base, record("cheap", 1e-6, 4e-6), record("eur", 1e-6, 1e-6, null, "EUR")],
      traffic,
    );
    expect(rows.map(({ record: { id }, change }) => [id, change && Number(change.toFixed(6))])).toEqual([
      ["base", null],
      ["cheap", -0.5],
      ["dear", 1],
    ]);
    expect(rows[0]?.share).toBeCloseTo(0.5);
    expect(rows.map(({ change }) => (change === null ? "now" : changeText(change)))).toEqual([
      "now",
      "\u221250%",
      "+100%",
    ]);
    expect(changeText(0.001)).toBe("same");
  });

  it("has no rows when the traffic is not available", () => {
    expect(whatIfRows(record("a", 1, 1), [], measuredTraffic(null, "a"))).toEqual([]);
  });
});
