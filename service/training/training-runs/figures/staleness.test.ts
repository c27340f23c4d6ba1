import { expect, it } from "vitest";
import { lagsAmong, lagsOf, stalenessOf } from "./staleness";

it("counts rollouts by the steps between their weights and those that they train", () => {
  // Iteration 5 trains weights of four steps.
  expect(lagsOf(5, [4, 4, 2, null, undefined])).toEqual({ 0: 2, 2: 1 });
  // Weights of later steps than were trained count something else.
  expect(lagsOf(5, [5, 900])).toBeNull();
  expect(lagsOf(5, [])).toBeNull();
});

it("counts rollouts of a batch by the steps between their weights and those that it trains", () => {
  expect(lagsAmong(7, { 7: 4, 5: 2 })).toEqual({ 0: 4, 2: 2 });
  expect(lagsAmong(7, { 8: 4, 6: 1 })).toEqual({ 1: 1 });
  expect(lagsAmong(7, { 8: 4 })).toBeNull();
  expect(lagsAmong(7, {})).toBeNull();
});

it("has the share of rollouts by lag in each iteration, of those that say it", () => {
  expect(
    stalenessOf([
      { iteration: 1, lags: null, rollouts: 8 },
      { iteration: 2, lags: { 0: 3, 1: 1 }, rollouts: 5 },
      { iteration: 4, lags: { 2: 4 }, rollouts: 4 },
    ]),
  ).toEqual({
    ...{ rollouts: 8, unknown: 1, mean: (1 + 2 * 4) / 8, most: 2 },
    bands: [0, 1, 2].map((lag) => ({ from: lag, to: lag })),
    stretches: [
      { from: 2, to: 2, shares: [0.75, 0.25, 0] },
      { from: 4, to: 4, shares: [0, 0, 1] },
    ],
  });
  expect(stalenessOf([{ iteration: 1, lags: null, rollouts: 8 }])).toBeNull();
  expect(stalenessOf([])).toBeNull();
});

it("means up to 60 stretches of a long run, with more rollouts counting more, and puts many lags into ten bands", () => {
  const stale = stalenessOf(
    Array.from({ length: 10_000 }, (_, at) => ({
      ...{ iteration: at + 1, rollouts: 4 },
      lags: at === 0 ? { 0: 3 } : at === 1 ? { 42: 1 } : { 7: 4 },
    })),
  );
  expect(stale?.stretches).toHaveLength(60);
  // 43 lags in ranges of five.
  expect(stale?.bands).toHaveLength(9);
  expect(stale?.bands[8]).toEqual({ from: 40, to: 44 });
  const [first] = stale?.stretches ?? [];
  expect(first).toMatchObject({ from: 1, to: 167 });
  const total = 3 + 1 + 165 * 4;
  expect(first?.shares).toEqual([3 / total, (165 * 4) / total, 0, 0, 0, 0, 0, 0, 1 / total]);
  expect(stale?.unknown).toBe(1 + 3);
});
