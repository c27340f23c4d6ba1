import { describe, expect, it } from "vitest";
import { type PriceRecord, priceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { priceAxis } from "@/lib/chart/price-axis";
import { priceMap, ratioLine } from "./prepare-price-map";

function record(model: string, prompt: number | null, completion: number | null, unit = "USD"): PriceRecord {
  const costs = { prompt_token_cost: prompt, completion_token_cost: completion };
  return priceRecord({ id: model, llm_id: model, ...costs, prompt_token_cost_unit: unit }, 0);
}

describe("the map of prices", () => {
  it("has a position for every positive price in dollars, and lists the others", () => {
    const map = priceMap(
      [
        record("a", 2.5e-6, 1e-5),
        record("free", 0, 0),
        record("embed", 2e-8, 0),
        record("half", 1e-6, null),
        record("eur", 1e-6, 2e-6, "EUR"),
      ],
      "1M",
    );
    expect(map.points).toMatchObject([{ model: "a", prompt: 2.5, completion: 10 }]);
    expect(map.leftOut.map(({ model }) => model)).toEqual(["free", "embed", "half", "eur"]);
  });

  it("has all prices within its range, with round ticks in order, for every unit", () => {
    for (const per of ["1", "1k", "1M"] as const) {
      const { points, x, y } = priceMap([record("a", 1e-7, 3e-7), record("b", 5e-6, 2.5e-5)], per);
      for (const { prompt, completion } of points) {
        expect(prompt).toBeGreaterThan(x.domain[0]);
        expect(prompt).toBeLessThan(x.domain[1]);
        expect(completion).toBeGreaterThan(y.domain[0]);
        expect(completion).toBeLessThan(y.domain[1]);
      }
      expect(x.ticks.length).toBeGreaterThan(1);
      for (const { value, label } of x.ticks) {
        expect(label).toMatch(/^\$0?\.?0*[125]0*$/);
        expect(Number(label.slice(1))).toBe(value);
      }
    }
  });

  it("has an axis without prices, and one for a single price", () => {
    expect(priceAxis([], 7).ticks.length).toBeGreaterThan(1);
    const [low = 0, high = 0] = priceAxis([2], 7).domain;
    expect(low).toBeLessThan(2);
    expect(high).toBeGreaterThan(2);
  });

  it("has lines of equal ratio only where they cross it", () => {
    const axes = { x: priceAxis([1, 10], 7), y: priceAxis([1, 10], 7) };
    const line = ratioLine(axes, 4);
    expect(line?.from).toBeCloseTo(0.625);
    expect(line?.to).toBeCloseTo(4);
    expect(ratioLine(axes, 1000)).toBeNull();
  });
});
