import { describe, expect, it } from "vitest";
import { byMedia } from "@/lib/usage/media-tokens";
import { findPublished } from "./find-published-price";
import { emptyPriceForm, priceErrors, priceRequest } from "./prepare-price-form";
import { publishedFields, publishedPrice } from "./prepare-published-price";

describe("a published price", () => {
  it("fills the form digit by digit, whatever the unit", () => {
    const price = publishedPrice("openai", { input_mtok: 0.15, output_mtok: 0.6, cache_read_mtok: 0.075 });
    if (!price) throw new Error("no price");
    expect(publishedFields(price, "1M")).toEqual({
      provider: "openai",
      prompt: "0.15",
      completion: "0.6",
      cacheRead: "0.075",
      cacheWrite: "",
      ...byMedia("kind", () => ""),
      currency: "USD",
    });
    const spoken = publishedPrice("openai", {
      ...{ input_mtok: 5, output_mtok: 20, input_audio_mtok: 40, output_audio_mtok: 80 },
    });
    if (!spoken) throw new Error("no price");
    expect(publishedFields(spoken, "1M")).toMatchObject({ audioInput: "40", audioOutput: "80" });
    expect(publishedFields(price, "1")).toMatchObject({ prompt: "0.00000015", cacheRead: "0.000000075" });
    const form = { ...emptyPriceForm, model: "m", ...publishedFields(price, "1k") };
    expect(priceErrors(form, "1k")).toEqual({});
    expect(priceRequest(form, "1k", "e/p").costs.m).toMatchObject({ prompt_token_cost: 1.5e-7, provider_id: "openai" });
  });

  it("is the price of short inputs when long inputs cost more, with a note", () => {
    const tiers = { base: 1.25, tiers: [{ start: 200_000, price: 2.5 }] };
    expect(publishedPrice("google", { input_mtok: tiers, output_mtok: 10 })).toMatchObject({
      prompt: 1.25,
      completion: 10,
      hasTiers: true,
    });
  });

  it("is null for a model that is not in the list, or has no token prices there", async () => {
    expect(publishedPrice("openai", { requests_kcount: 5 })).toBeNull();
    expect(await findPublished("airline-agent-14b-of-ours")).toBeNull();
    expect(await findPublished(" gpt-4o-mini ")).toMatchObject({ provider: "openai", prompt: 0.15, completion: 0.6 });
  });
});
