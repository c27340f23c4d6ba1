import { describe, expect, it } from "vitest";
import { costCreate } from "@/lib/api/contract/costs/costs";
import {
  emptyPriceForm,
  newPriceForm,
  type PriceForm,
  priceErrors,
  priceFieldErrors,
  priceRequest,
} from "./prepare-price-form";

const filled: PriceForm = { ...emptyPriceForm, model: " gpt-4o ", prompt: "2.50", completion: "10" };

describe("the price form", () => {
  it("shows missing and invalid values by field", () => {
    expect(priceErrors(emptyPriceForm, "1M")).toEqual({
      model: "Enter the model as used in calls",
      prompt: "Enter a price; 0 if free",
      completion: "Enter a price; 0 if free",
    });
    const wrong = { ...filled, prompt: "1,5", completion: "-1", cacheRead: "x", currency: " ", effective: "soon" };
    expect(Object.keys(priceErrors(wrong, "1M"))).toEqual([
      "prompt",
      "completion",
      "cacheRead",
      "currency",
      "effective",
    ]);
    expect(priceErrors({ ...filled, prompt: "0", completion: "1e999" }, "1M")).toEqual({
      completion: "The price is too large",
    });
    expect(priceErrors(filled, "1M")).toEqual({});
  });

  it("becomes a request per token with exactly the typed digits", () => {
    expect(priceRequest({ ...filled, cacheRead: "0.3" }, "1M", "e/p")).toEqual({
      project_id: "e/p",
      costs: {
        "gpt-4o": {
          prompt_token_cost: 0.0000025,
          completion_token_cost: 0.00001,
          cache_read_input_token_cost: 3e-7,
          prompt_token_cost_unit: "USD",
          completion_token_cost_unit: "USD",
        },
      },
    });
    expect(priceRequest({ ...filled, audioInput: "40", audioOutput: "80" }, "1M", "e/p").costs["gpt-4o"]).toMatchObject(
      {
        audio_input_token_cost: 0.00004,
        audio_output_token_cost: 0.00008,
      },
    );
    expect(priceRequest(filled, "1", "e/p").costs["gpt-4o"]).toMatchObject({ prompt_token_cost: 2.5 });
  });

  it("applies to all stored calls when it is the first price of a model that was called, otherwise from now on", () => {
    const request = (isUnpriced: boolean) =>
      priceRequest({ ...newPriceForm("mine", isUnpriced), prompt: "1", completion: "1" }, "1M", "e/p").costs.mine;
    expect(request(true)?.effective_date).toBe("2020-01-01T00:00:00.000Z");
    expect(request(false)).not.toHaveProperty("effective_date");
  });

  it("reads its date and time as UTC, and none as now", () => {
    const request = priceRequest({ ...filled, effective: "2026-10-02T08:30", provider: " azure " }, "1M", "e/p");
    expect(request.costs["gpt-4o"]).toMatchObject({ effective_date: "2026-10-02T08:30:00.000Z", provider_id: "azure" });
    expect(priceRequest(filled, "1M", "e/p").costs["gpt-4o"]).not.toHaveProperty("effective_date");
  });

  it("creates a request that the contract accepts, for any model name", () => {
    for (const model of ["gpt-4o", "__proto__", "a.b/c"]) {
      const request = priceRequest({ ...filled, model }, "1M", "e/p");
      expect(Object.keys(request.costs)).toEqual([model]);
      expect(() => costCreate.parse(request)).not.toThrow();
    }
  });

  it("shows errors of the service at the field they refer to", () => {
    const failure = { kind: "validation", message: "refused", requestId: "r", operation: "cost.create" } as const;
    const detail = [
      { loc: ["body", "costs", "a.b", "prompt_token_cost"], msg: "Input should be a valid number", type: "number" },
      { loc: ["body", "project_id"], msg: "Field required", type: "missing" },
    ];
    expect(priceFieldErrors({ ...failure, detail })).toEqual({
      fields: { prompt: "Input should be a valid number" },
      others: ["body.project_id: Field required"],
    });
    expect(priceFieldErrors({ ...failure, reason: "It must not be negative." })).toEqual({
      fields: {},
      others: ["It must not be negative."],
    });
  });
});
