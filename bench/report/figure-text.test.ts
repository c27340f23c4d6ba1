import { expect, it } from "vitest";
import { figureText, ratioText } from "./figure-text";

it("writes figures with as many digits as they are worth", () => {
  expect([0.123, 4.567, 45.67, 456.7, 45_678].map((value) => figureText(value, "ms"))).toEqual([
    ...["0.12 ms", "4.57 ms", "45.7 ms", "457 ms", "45,678 ms"],
  ]);
  expect(figureText(3, "")).toBe("3");
  expect(figureText(Number.NaN, "MB")).toBe("–");
});

it("writes a missing ratio as nothing", () => {
  expect([ratioText(0.5), ratioText(null), ratioText(Number.NaN)]).toEqual(["0.5×", "", ""]);
});
