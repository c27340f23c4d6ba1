import { describe, expect, it } from "vitest";
import { costReasons } from "./cost-reason";

const costs = {
  pricing_level: "project",
  provider_id: "openai",
  effective_date: "2024-10-02T00:00:00Z",
  requests: 1,
  prompt_tokens: 1000,
  completion_tokens: 100,
  cache_read_input_tokens: 400,
  cache_creation_input_tokens: 0,
  prompt_token_cost: 0.0000025,
  completion_token_cost: 0.00001,
  cache_read_input_token_cost: 0.00000125,
  cache_creation_input_token_cost: null,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  prompt_tokens_total_cost: 600 * 0.0000025,
  completion_tokens_total_cost: 100 * 0.00001,
  cache_read_input_tokens_total_cost: 400 * 0.00000125,
  cache_creation_input_tokens_total_cost: 0,
};

const reasonsOf = (given: Record<string, unknown>) => costReasons({ summary: { weave: { costs: { m: given } } } });

describe("the calculation of a call's cost", () => {
  it("is tokens times price for each part, cached ones separately, with the price record used", () => {
    const [reason] = reasonsOf(costs);
    expect(reason).toMatchObject({
      model: "m",
      level: "project",
      provider: "openai",
      effectiveMs: Date.parse("2024-10-02T00:00:00Z"),
    });
    expect(reason?.parts.map(({ label, tokens, costPerToken }) => [label, tokens, costPerToken])).toEqual([
      ["prompt", 600, 0.0000025],
      ["cache read", 400, 0.00000125],
      ["completion", 100, 0.00001],
    ]);
    expect(reason?.parts.map(({ total }) => total)).toEqual([600 * 0.0000025, 400 * 0.00000125, 100 * 0.00001]);
  });

  it("uses the prompt's price for cached tokens without one, and keeps a count that excludes cached tokens", () => {
    const { cache_read_input_token_cost: _, ...rest } = costs;
    const [reason] = reasonsOf({
      ...rest,
      cache_read_input_tokens: 5000,
      prompt_tokens_total_cost: 1000 * 0.0000025,
      cache_read_input_tokens_total_cost: 5000 * 0.0000025,
    });
    expect(reason?.parts.slice(0, 2)).toMatchObject([
      { label: "prompt", tokens: 1000 },
      { label: "cache read", tokens: 5000, costPerToken: 0.0000025 },
    ]);
  });

  it("shows what is written to a cache for an hour separately, at its own price", () => {
    const [reason] = reasonsOf({
      ...costs,
      cache_creation_input_tokens: 300,
      cache_creation_1h_input_tokens: 200,
      cache_creation_input_token_cost: 0.000005,
      cache_creation_1h_input_token_cost: 0.000008,
      cache_creation_input_tokens_total_cost: 100 * 0.000005 + 200 * 0.000008,
      prompt_tokens_total_cost: 300 * 0.0000025,
    });
    expect(reason?.parts.map(({ label, tokens }) => [label, tokens])).toEqual([
      ["prompt", 300],
      ["cache read", 400],
      ["cache write", 100],
      ["completion", 100],
      ["cache write, 1 hour", 200],
    ]);
  });

  it("does not show a product that contradicts the service's sum", () => {
    const [reason] = reasonsOf({ ...costs, prompt_tokens_total_cost: 1 });
    expect(reason?.parts[0]).toMatchObject({ tokens: null, total: 1 });
  });

  it("is empty when the service reports nothing, and omits an unknown level", () => {
    expect(costReasons({ summary: null })).toEqual([]);
    expect(reasonsOf({})).toMatchObject([{ level: null, provider: null, effectiveMs: null, parts: [] }]);
  });
});
