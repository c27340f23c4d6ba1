import { expect, test } from "vitest";
import { drawnElsewhere, otherNames } from "./other-names";

const directory = (...names: readonly string[]) =>
  names.map((name) => ({ key: `metric:${name}`, count: 3, last: 1, constant: null, same_as: null }));

const drawn = ["figure:reward", "metric:actor/grad_norm", "metric:actor/entropy", "metric:actor/ppo_kl"];

test("finds the same quantity under the name of another program", () => {
  const verl = directory("actor/grad_norm", "actor/entropy", "actor/ppo_kl");
  const primeRl = directory("optim/grad_norm", "optim/grad_norm_std", "entropy/all/mean", "loss/mean");
  expect(otherNames(drawn, [verl, primeRl, undefined]).map((own) => [...own])).toEqual([
    [],
    [["metric:actor/grad_norm", "metric:optim/grad_norm"]],
    [],
  ]);
});

test("does not take one distance for another, nor a pinned metric, and a quantity has one chart", () => {
  expect([...(otherNames(drawn, [directory("kl")])[0] ?? [])]).toEqual([]);
  const renamed = [["metric:actor/entropy", "metric:entropy"]];
  const both = [...drawn, "metric:entropy"];
  const runs = [directory("actor/entropy"), directory("entropy"), directory("actor/entropy", "entropy")];
  expect(otherNames(both, runs).map((own) => [...own])).toEqual([[], renamed, []]);
  // The third run has both, so that the second name keeps a chart.
  const names = otherNames(both, runs);
  expect(drawnElsewhere(names, runs)).toEqual([]);
  expect(drawnElsewhere(names.slice(0, 2), runs.slice(0, 2))).toEqual(["metric:entropy"]);
  expect(otherNames(both, runs, ["metric:entropy"]).map((own) => [...own])).toEqual([[], [], []]);
});
