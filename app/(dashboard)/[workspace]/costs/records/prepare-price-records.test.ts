import { describe, expect, it } from "vitest";
import { byMedia } from "@/lib/usage/media-tokens";
import {
  countPrices,
  groupRecordsByModel,
  type PriceRecord,
  priceRecord,
  priceStatuses,
  providersOf,
} from "./prepare-price-records";

const NOW = Date.parse("2026-11-20T12:00:00Z");

function record(id: string, model: string, effective: string | null, provider = "openai"): PriceRecord {
  return priceRecord(
    {
      id,
      llm_id: model,
      provider_id: provider,
      effective_date: effective,
      prompt_token_cost: 1,
      completion_token_cost: 2,
    },
    0,
  );
}

const records = [
  record("a-2024", "a", "2024-05-13T00:00:00Z"),
  record("a-2025", "a", "2025-10-02T00:00:00Z"),
  record("a-2027", "a", "2027-01-01T00:00:00Z"),
  record("b-2025", "b", "2025-01-01T00:00:00Z", "google"),
  record("c-2027", "c", "2027-01-01T00:00:00Z"),
];

describe("a price record", () => {
  it("keeps missing values as missing", () => {
    expect(priceRecord({}, 3)).toEqual({
      id: "record 3",
      model: "",
      provider: "",
      promptCost: null,
      completionCost: null,
      promptUnit: null,
      completionUnit: null,
      cacheReadCost: null,
      cacheCreationCost: null,
      mediaCosts: byMedia("kind", () => null),
      effectiveMs: null,
    });
  });
});

describe("the status of records", () => {
  it("depends on the date only: the newest that has taken effect is current, for any provider", () => {
    const all = [...records, record("a-other", "a", "2025-11-01T00:00:00Z", "azure")];
    expect(Object.fromEntries(priceStatuses(all, NOW))).toEqual({
      "a-2024": "superseded",
      "a-2025": "superseded",
      "a-other": "current",
      "a-2027": "upcoming",
      "b-2025": "current",
      "c-2027": "upcoming",
    });
  });

  it("is unambiguous for two of the same moment, and for one without a date", () => {
    const same = [record("x1", "x", "2025-01-01T00:00:00Z"), record("x2", "x", "2025-01-01T00:00:00Z")];
    expect(priceStatuses(same, NOW).get("x2")).toBe("current");
    expect(priceStatuses(same.toReversed(), NOW).get("x2")).toBe("current");
    expect(priceStatuses([record("y", "y", null)], NOW).get("y")).toBe("current");
  });
});

describe("the list", () => {
  const standing = priceStatuses(records, NOW);
  const ids = (rows: ReturnType<typeof groupRecordsByModel>) =>
    rows.map(({ record: { id }, isUnder }) => (isUnder ? `  ${id}` : id));

  it("keeps the sort order, with the other records of a model under the current one, newest first", () => {
    const sorted = ["b-2025", "a-2024", "c-2027", "a-2025", "a-2027"].map(
      (id) => records.find((candidate) => candidate.id === id) ?? record("none", "", null),
    );
    expect(ids(groupRecordsByModel(sorted, standing))).toEqual(["b-2025", "c-2027", "a-2025", "  a-2027", "  a-2024"]);
  });

  it("keeps records in place when the current one is on another page", () => {
    const page = records.filter(({ id }) => id !== "a-2025");
    expect(ids(groupRecordsByModel(page, standing))).toEqual(["a-2024", "a-2027", "b-2025", "c-2027"]);
  });

  it("has every record once, even while their status is not available", () => {
    expect(ids(groupRecordsByModel(records, new Map()))).toEqual(records.map(({ id }) => id));
    expect(groupRecordsByModel(records, new Map())[0]?.standing).toBeNull();
  });
});

describe("counts and providers", () => {
  it("include records, models and providers", () => {
    expect(countPrices(records)).toEqual({ records: 5, models: 3, providers: 2 });
    expect(providersOf(records)).toEqual(["openai", "google"]);
  });
});
