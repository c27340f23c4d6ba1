import { describe, expect, it } from "vitest";
import { priceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { costCreate } from "@/lib/api/contract/costs/costs";
import { byMedia } from "@/lib/usage/media-tokens";
import { importRequest, priceUpdates } from "./prepare-price-updates";
import type { PublishedPrice } from "./prepare-published-price";

const published = (prompt: number, rest: Partial<PublishedPrice> = {}): PublishedPrice => ({
  provider: "openai",
  prompt,
  completion: 0.6,
  cacheRead: 0.075,
  cacheWrite: undefined,
  ...byMedia("kind", () => undefined),
  hasTiers: false,
  ...rest,
});

const record = (model: string, prompt: number) =>
  priceRecord(
    {
      id: model,
      llm_id: model,
      prompt_token_cost: prompt,
      completion_token_cost: 6e-7,
      cache_read_input_token_cost: 7.5e-8,
      prompt_token_cost_unit: "USD",
    },
    0,
  );

const list: Readonly<Record<string, PublishedPrice>> = {
  fresh: published(0.15),
  dearer: published(0.3),
  equal: published(0.15),
};
const stored = { dearer: record("dearer", 1.5e-7), equal: record("equal", 1.5e-7) };

const offered = () =>
  priceUpdates(
    ["equal", "ours", "dearer", "fresh", "ours"],
    (model) => list[model] ?? null,
    (model) => (model in stored ? stored[model as keyof typeof stored] : null),
  );

describe("an import of published prices", () => {
  it("offers models without a price first, then those with a different price, and lists those without a published price", () => {
    const { offers, unknown } = offered();
    expect(offers.map(({ model, likeness }) => [model, likeness])).toEqual([
      ["fresh", "new"],
      ["dearer", "changed"],
      ["equal", "same"],
    ]);
    expect(unknown).toEqual(["ours"]);
  });

  it("stores only the selected prices, per token and to the last digit", () => {
    const request = importRequest(offered().offers, new Set(["fresh", "dearer"]), "e/p");
    expect(costCreate.safeParse(request).success).toBe(true);
    expect(request).toEqual({
      project_id: "e/p",
      costs: {
        fresh: {
          prompt_token_cost: 1.5e-7,
          completion_token_cost: 6e-7,
          prompt_token_cost_unit: "USD",
          completion_token_cost_unit: "USD",
          cache_read_input_token_cost: 7.5e-8,
          provider_id: "openai",
        },
        dearer: expect.objectContaining({ prompt_token_cost: 3e-7 }),
      },
    });
  });

  it("keeps a model with the name of a prototype's member", () => {
    const { offers } = priceUpdates(
      ["__proto__"],
      () => published(1),
      () => null,
    );
    expect(Object.keys(importRequest(offers, new Set(["__proto__"]), "e/p").costs)).toEqual(["__proto__"]);
  });
});
