import { expect, it } from "vitest";
import { notFiniteIn } from "./not-finite";

it("finds the newest iteration whose training was not a number, with its metrics", () => {
  const updates = [
    { iteration: 4, metrics: { "train/loss": null } },
    { iteration: 5, metrics: { "actor/grad_norm": null, loss: null, reward: 0.4 } },
    { iteration: 6, metrics: { loss: 0.1 } },
  ];
  expect(notFiniteIn(updates)).toEqual({ iteration: 5, names: ["actor/grad_norm", "loss"] });
});

it("leaves out what is missing in most iterations: tests, and what is not learned from", () => {
  expect(notFiniteIn([{ iteration: 1, metrics: { "eval/reward": null, "perf/throughput": null } }])).toBeNull();
  expect(notFiniteIn([{ iteration: 1, metrics: { lossless_ratio: null } }])).toBeNull();
});
