import { describe, expect, test } from "vitest";
import { metricLabel, metricLayout, spreadPath } from "./metric-roles";

const series = (paths: readonly string[], constant: readonly string[] = []) =>
  paths.map((path) => ({ path, isConstant: constant.includes(path) }));

const builtIn = [
  ...["num_groups_submitted", "loss", "policy_loss", "kl_div", "kl_policy_ref", "entropy", "grad_norm"],
  ...["clip_fraction", "learning_rate", "reward", "reward_std_dev", "num_trainable_tokens"],
];

describe("the charts of a job", () => {
  test("are the six key metrics in a fixed order, then the rest, with constants separate", () => {
    const layout = metricLayout(series(builtIn, ["learning_rate", "clip_fraction"]), []);
    expect(layout.main).toEqual(["reward", "loss", "kl_policy_ref", "entropy", "grad_norm", "num_trainable_tokens"]);
    expect(layout.more).toEqual(["reward_std_dev", "policy_loss", "kl_div", "num_groups_submitted"]);
    expect(layout.constant).toEqual(["clip_fraction", "learning_rate"]);
  });

  test("include a reward that does not change, since its value matters", () => {
    expect(metricLayout(series(["reward", "x"], ["reward"]), []).main).toEqual(["reward", "x"]);
  });

  test("begin with pinned metrics, which are drawn once", () => {
    const { main, more } = metricLayout(series(builtIn), ["kl_div", "loss"]);
    expect(main.slice(0, 3)).toEqual(["loss", "kl_div", "reward"]);
    expect(main.filter((path) => path === "loss")).toHaveLength(1);
    expect(more).not.toContain("kl_div");
  });

  test("are the first six if a trainer uses its own names, and prefer speed to a token count", () => {
    const own = ["a", "b", "c", "d", "e", "f", "g"];
    expect(metricLayout(series(own), []).main).toEqual(own.slice(0, 6));
    const six = ["reward", "loss", "kl", "entropy", "grad_norm", "tokens", "tokens_per_second"];
    expect(metricLayout(series(six), []).main.at(-1)).toBe("tokens_per_second");
  });
});

test("a metric has a display name, and its spread has none", () => {
  expect(metricLabel("train/reward")).toBe("Reward mean");
  expect(metricLabel("kl_policy_ref")).toBe("KL");
  expect(metricLabel("reward_std_dev")).toBeNull();
  expect(metricLabel("num_groups_submitted")).toBeNull();
});

test("the spread of a mean is found by its name", () => {
  expect(spreadPath("reward", ["reward", "reward_std_dev"])).toBe("reward_std_dev");
  expect(spreadPath("reward/mean", ["reward/mean", "reward/std"])).toBe("reward/std");
  expect(spreadPath("loss", ["loss", "reward_std_dev"])).toBeNull();
});
