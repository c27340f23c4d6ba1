import { describe, expect, it } from "vitest";
import { priceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { historySummary, priceHistory } from "./prepare-price-history";

const NOW = Date.parse("2026-11-20T12:00:00Z");

function record(date: string | null, prompt: number, completion: number | null = prompt * 4) {
  return priceRecord(
    { id: date, llm_id: "m", effective_date: date, prompt_token_cost: prompt, completion_token_cost: completion },
    0,
  );
}

describe("the history of a price", () => {
  it("is in order of date, whatever the order of the records", () => {
    const history = priceHistory(
      [record("2024-10-02T00:00:00Z", 2.5e-6, 1e-5), record("2024-05-13T00:00:00Z", 5e-6, 1.5e-5)],
      "1M",
      NOW,
    );
    expect(history?.lines.map(({ key, steps }) => [key, steps.map(({ price }) => price)])).toEqual([
      ["completion", [15, 10]],
      ["prompt", [5, 2.5]],
    ]);
    expect(history?.x.ticks.map(({ label }) => label)).toEqual(["13 May 2024", "today"]);
    expect(history?.y.domain[0]).toBe(0);
    expect(history?.y.domain[1]).toBeGreaterThanOrEqual(15);
    if (history)
      expect(historySummary("m", history)).toBe(
        "Price history of m: completion had 2 prices, from 15 to 10; prompt had 2 prices, from 5 to 2.5.",
      );
  });

  it("extends to a price that takes effect later", () => {
    const upcoming = Date.parse("2027-03-01T00:00:00Z");
    const history = priceHistory(
      [record("2026-01-01T00:00:00Z", 1e-6), record("2027-03-01T00:00:00Z", 2e-6)],
      "1M",
      NOW,
    );
    expect(history?.x.domain[1]).toBeGreaterThan(upcoming);
    expect(history?.nowMs).toBe(NOW);
  });

  it("covers a span of time even for a single price of today", () => {
    const [from = 0, to = 0] = priceHistory([record("2026-11-20T11:59:00Z", 1e-6)], "1M", NOW)?.x.domain ?? [];
    expect(to - from).toBeGreaterThan(86_400_000);
  });

  it("shows the records that have a date", () => {
    expect(priceHistory([record("2026-01-01T00:00:00Z", 1e-6, null)], "1M", NOW)?.lines[0]?.steps).toEqual([]);
    expect(priceHistory([record(null, 1)], "1M", NOW)).toBeNull();
    expect(priceHistory([], "1M", NOW)).toBeNull();
  });
});
