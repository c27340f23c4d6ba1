import { expect, it } from "vitest";
import { intervalOf } from "./score-figures";

const NUMBER = { id: "length", scorer: "length", kind: "number" } as const;
const spread = (count: number) => Array.from({ length: count }, (_, at) => at);

it("an interval names the method that computed it: above 500 rows that of t", () => {
  const { interval, interval_method: method } = intervalOf(spread(501), NUMBER);
  expect(method).toBe("t");
  // 0 to 500: mean 250, sample variance 501·502/12, t(.975, 500) = 1.96472.
  expect(interval?.low).toBeCloseTo(250 - 1.96472 * Math.sqrt((501 * 502) / 12 / 501), 3);
  expect(interval?.high).toBeCloseTo(250 + 1.96472 * Math.sqrt((501 * 502) / 12 / 501), 3);
  expect(intervalOf(spread(500), NUMBER).interval_method).toBe("resampled");
  expect(intervalOf(new Array(501).fill(1), NUMBER).interval_method).toBe("wilson");
  expect(intervalOf(spread(9), NUMBER)).toEqual({ interval: null, interval_method: null });
});
