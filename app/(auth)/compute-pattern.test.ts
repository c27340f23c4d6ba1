import { describe, expect, it } from "vitest";
import { computePattern } from "./compute-pattern";

describe("sign-in pattern", () => {
  it("covers every crossing once", () => {
    const floats = computePattern(62, 62, false);
    expect(new Set(floats.map((float) => `${float.column},${float.row}`)).size).toBe(62 * 62);
  });

  it("raises more threads in later steps", () => {
    const raised = (from: number, to: number) =>
      computePattern(62, 60, false).filter((float) => float.row >= from && float.row < to && float.color !== null)
        .length;
    expect(raised(40, 60)).toBeGreaterThan(raised(20, 40));
    expect(raised(20, 40)).toBeGreaterThan(raised(0, 20));
  });

  it("uses only colors that the tokens define", () => {
    const floats = [...computePattern(80, 80, false), ...computePattern(80, 80, true)];
    const dyes = new Set(floats.flatMap((float) => (float.color === null ? [] : [float.color])));
    for (const dye of dyes) expect(dye).toMatch(/^(?:vat-[0-7]|dye-(?:weld|madder|verdigris))$/);
  });

  it("is empty without space", () => expect(computePattern(0, 0, false)).toEqual([]));
});
