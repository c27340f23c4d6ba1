import { describe, expect, it } from "vitest";
import { figuresOf, groupValueOf } from "@/lib/chart/testing/example-answer";
import { prepareCost, prepareStorage } from "./prepare-bars";

const groupOf = (values: ReturnType<typeof groupValueOf>[]) => ({
  by: "x",
  value_count: values.length,
  values,
  other: null,
});

describe("cost by model", () => {
  const cost = prepareCost(
    groupOf([
      groupValueOf("small", [], { cost_usd: 1, prompt_cost_usd: 0.25, completion_cost_usd: 0.75 }),
      groupValueOf("large", [], { cost_usd: 4, prompt_cost_usd: 4, completion_cost_usd: 0 }),
      groupValueOf("wandb-artifact:///demo/airline/ours:step3", [], { unpriced_tokens: 12_400 }),
      groupValueOf(null, []),
    ]),
    figuresOf({ cost_usd: 5 }),
  );

  it("lists the most expensive first, with bars of prompt and completion on one scale", () => {
    expect(cost.bars.map(({ name, share }) => [name, share])).toEqual([
      ["large", 0.8],
      ["small", 0.2],
    ]);
    expect(cost.bars.map(({ parts }) => parts.map((part) => [part.key, part.share]))).toEqual([
      [["prompt", 1]],
      [
        ["prompt", 0.0625],
        ["completion", 0.1875],
      ],
    ]);
  });

  it("lists models without a price, and does not count them as free", () => {
    expect(cost.unpriced).toEqual(["ours:step3 (12.4k)"]);
    expect(cost.table.rows.at(-1)).toEqual(["wandb-artifact:///demo/airline/ours:step3", null, null, null, 12_400]);
  });
});

describe("storage by op", () => {
  it("has the parts of the stored data, attributes and summary together", () => {
    const bytes = { inputs: 60, output: 20, attributes: 15, summary: 5, total: 100 };
    const { bars, total } = prepareStorage(
      groupOf([groupValueOf("turn", [], { storage_bytes: bytes })]),
      figuresOf({ storage_bytes: { ...bytes, total: 400 } }),
    );
    expect(total).toBe(400);
    expect(bars[0]).toMatchObject({ name: "turn", value: 100, share: 0.25 });
    expect(bars[0]?.parts.map(({ key, share }) => [key, share])).toEqual([
      ["inputs", 0.6],
      ["outputs", 0.2],
      ["attributes and summary", 0.2],
    ]);
  });

  it("has no bar when nothing is stored", () => {
    expect(prepareStorage(undefined, figuresOf()).bars).toEqual([]);
  });
});
