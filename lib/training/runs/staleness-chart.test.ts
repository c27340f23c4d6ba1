import { expect, it } from "vitest";
import { stalenessChart, stalenessText } from "./staleness-chart";

const STALE = {
  ...{ rollouts: 1_200, unknown: 0, mean: 1.25, most: 7 },
  bands: [
    { from: 0, to: 3 },
    { from: 4, to: 7 },
  ],
  stretches: [
    { from: 1, to: 20, shares: [1, 0] },
    { from: 21, to: 40, shares: [0.25, 0.75] },
  ],
};

it("has a cell where a stretch has rollouts in a band, the freshest at the top", () => {
  const { bands, columns, x, y, table } = stalenessChart(STALE);
  expect(bands).toEqual(["0–3", "4–7"]);
  expect(columns.map(({ cells }) => cells)).toEqual([
    [{ band: 0, share: 1 }],
    [
      { band: 0, share: 0.25 },
      { band: 1, share: 0.75 },
    ],
  ]);
  expect(x.domain).toEqual([0.5, 40.5]);
  expect([y.domain, y.ticks.map(({ value }) => value)]).toEqual([
    [-1.5, 0.5],
    [0, -1],
  ]);
  expect(table.rows[1]).toEqual([21, 40, 0.25, 0.75]);
});

it("says how stale rollouts were, and how many do not say it", () => {
  expect(stalenessText(STALE)).toBe("mean 1.3 steps, at most 7, over 1,200 rollouts");
  expect(stalenessText({ ...STALE, most: 0, mean: 0, unknown: 3 })).toBe(
    "none: 1,200 rollouts sampled by the weights that they train; 3 do not say it",
  );
});
