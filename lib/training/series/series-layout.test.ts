import { expect, test } from "vitest";
import { foundSeries, seriesLayout } from "./series-layout";

const entry = (key: string, constant: number | null = null, same: string | null = null) => ({
  ...{ key, count: 3, last: 1, constant, same_as: same },
});

const one = [
  ...["figure:reward", "metric:loss", "metric:kl", "metric:entropy", "metric:grad_norm"].map((key) => entry(key)),
  ...["metric:train/a", "metric:train/b", "metric:eval/x", "metric:__proto__"].map((key) => entry(key)),
  entry("metric:lr", 1e-6),
  entry("metric:critic/rewards/mean", null, "figure:reward"),
];

test("pinned metrics are first, then the usual ones; the others are in the section of their prefix", () => {
  const { main, sections, constants, repeated, count } = seriesLayout([one], ["metric:train/b"]);
  expect(main.slice(0, 3)).toEqual(["metric:train/b", "figure:reward", "metric:loss"]);
  expect(sections.map(({ prefix }) => prefix)).toEqual(["eval", "train"]);
  expect(constants).toEqual([{ key: "metric:lr", value: 1e-6 }]);
  expect([...repeated]).toEqual([["metric:critic/rewards/mean", "figure:reward"]]);
  const all = [
    ...main,
    ...sections.flatMap(({ keys }) => keys),
    ...constants.map(({ key }) => key),
    ...repeated.keys(),
  ];
  expect(all.toSorted()).toEqual(one.map(({ key }) => key).toSorted());
  expect(count).toBe(all.length);
});

test("a constant that differs between runs is drawn, and one that is the same in all is not", () => {
  const other = [entry("metric:lr", 2e-6), entry("metric:seed", 1)];
  const { constants, sections, main } = seriesLayout([[...one, entry("metric:seed", 1)], other], []);
  expect(constants.map(({ key }) => key)).toEqual(["metric:seed"]);
  expect([...main, ...sections.flatMap(({ keys }) => keys)]).toContain("metric:lr");
});

test("the search finds what is hidden, by name and by title", () => {
  const titleOf = (key: string) => (key === "figure:reward" ? "Reward mean" : key);
  expect(foundSeries([one], "rew", titleOf)).toEqual(["figure:reward", "metric:critic/rewards/mean"]);
  expect(foundSeries([one], "lr", titleOf)).toEqual(["metric:lr"]);
  expect(foundSeries([one], "__proto", titleOf)).toEqual(["metric:__proto__"]);
  expect(foundSeries([one], "train b", titleOf)).toEqual(["metric:train/b"]);
});
