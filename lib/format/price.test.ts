import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costPerToken, costPerUnit, priceText, ratioText, shiftDecimal } from "./price";

describe("the digits of a price", () => {
  it.each([
    ["2.5e-6", 6, "2.5"],
    ["0.0000025", 6, "2.5"],
    ["0.00000007", 6, "0.07"],
    ["1.5e-7", 0, "0.00000015"],
    ["1e-5", 6, "10"],
    ["3", 6, "3000000"],
    ["0", 6, "0"],
    ["-0.5", -1, "-0.05"],
    ["12.50", -6, "0.0000125"],
    [".5", 0, "0.5"],
    ["5.", 1, "50"],
  ])("%s shifted by %i is %s", (text, places, shifted) => {
    expect(shiftDecimal(text, places)).toBe(shifted);
  });

  it.each(["", ".", "1,5", "abc", "1e", "--1", "0x10"])("cannot be read from %j", (text) => {
    expect(shiftDecimal(text, 0)).toBeNull();
  });

  it("are the same after every conversion and back", () => {
    const decimal = fc.tuple(fc.nat(1e9), fc.integer({ min: -15, max: 3 })).map(([n, e]) => Number(`${n}e${e}`));
    fc.assert(
      fc.property(decimal, fc.constantFrom("1", "1k", "1M"), (cost, per) => {
        expect(costPerToken(priceText(cost, "USD", per).slice(1), per)).toBe(cost);
      }),
    );
  });

  it("are all shown, and at least two after the point", () => {
    expect(priceText(0.0000025, "USD", "1M")).toBe("$2.50");
    expect(priceText(0.000000075, "USD", "1M")).toBe("$0.075");
    // Multiplying would give 0.42999999999999994 and 0.30000000000000004.
    expect(priceText(4.3e-7, "USD", "1M")).toBe("$0.43");
    expect(priceText(3e-7, null, "1M")).toBe("$0.30");
    expect(priceText(0.0000025, "USD", "1k")).toBe("$0.0025");
    expect(priceText(0.0000025, "USD", "1")).toBe("$0.0000025");
    expect(priceText(0.0000025, "EUR", "1M")).toBe("2.50 EUR");
    expect(priceText(0, "USD", "1M")).toBe("$0.00");
    expect(priceText(null, "USD", "1M")).toBe("–");
    expect(costPerUnit(4.3e-7, "1M")).toBe(0.43);
  });
});

describe("the ratio of two prices", () => {
  it("is shown when both are known and above zero", () => {
    expect(ratioText({ promptCost: 0.0000025, completionCost: 0.00001 })).toBe("4.0×");
    expect(ratioText({ promptCost: 0.000001, completionCost: 0.0005 })).toBe("500×");
    expect(ratioText({ promptCost: 0, completionCost: 0.00001 })).toBe("–");
    expect(ratioText({ promptCost: 0.00001, completionCost: 0 })).toBe("–");
    expect(ratioText({ promptCost: null, completionCost: 1 })).toBe("–");
  });

  it("is the ratio of two prices in one currency, and none of two currencies", () => {
    const prices = { promptCost: 1, completionCost: 4 };
    expect(ratioText({ ...prices, promptUnit: "EUR", completionUnit: "EUR" })).toBe("4.0×");
    expect(ratioText({ ...prices, promptUnit: null, completionUnit: "USD" })).toBe("4.0×");
    expect(ratioText({ ...prices, promptUnit: "USD", completionUnit: "EUR" })).toBe("–");
  });
});
