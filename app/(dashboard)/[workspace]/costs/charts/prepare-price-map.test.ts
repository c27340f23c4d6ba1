import { describe, expect, it } from "vitest";
import { type PriceRecord, priceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { positionLabels, priceAxis, priceMap, ratioLine } from "./prepare-price-map";

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

describe("labels on the map", () => {
  const frame = { left: 0, right: 400, top: 0, bottom: 300 };

  it("never cover a mark or each other, and stay inside", () => {
    const wishes = Array.from({ length: 30 }, (_, index) => ({
      id: String(index),
      x: 20 + ((index * 53) % 360),
      y: 20 + ((index * 37) % 260),
      text: `model-${index}`,
    }));
    const placed = positionLabels(wishes, frame);
    const boxes = placed.map(({ left, baseline, text }) => ({ left, right: left + text.length * 5.9, baseline }));
    expect(placed.length).toBeGreaterThan(15);
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(400);
      for (const other of boxes.slice(index + 1)) {
        const isApart =
          box.right <= other.left || other.right <= box.left || Math.abs(box.baseline - other.baseline) >= 12;
        expect(isApart).toBe(true);
      }
    }
  });

  it("are omitted when there is no room, the later ones first", () => {
    const same = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, x: 200, y: 150, text: "a-model" }));
    const placed = positionLabels(same, frame);
    expect(placed.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });
});
