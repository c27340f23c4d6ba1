import { expect, test } from "vitest";
import { meaningOf, metricName, orderMetrics, prefixOf } from "./metric-order";

const metrics = (...names: readonly string[]) => names.map((name) => `metric:${name}`);

test("what one looks at first is first, whatever the trainer and the order of its names", () => {
  const verl = metrics(
    ...["perf/throughput", "actor/grad_norm", "actor/entropy", "actor/pg_clipfrac", "actor/pg_loss", "actor/ppo_kl"],
    ...["response_length/mean", "response_length/clip_ratio", "critic/rewards/mean", "val-core/math/acc/mean@4"],
  );
  const labels = (keys: readonly string[]) => orderMetrics(keys).first.map((key) => meaningOf(metricName(key)));
  const order = [
    ...["Reward mean", "Loss", "KL", "Entropy", "Clip fraction", "Gradient norm", "Reply length", "Truncated"],
    ...["pass@k", "Tokens per second"],
  ];
  expect(labels(verl)).toEqual(order);
  expect(labels(verl.toReversed())).toEqual(order);
  const trl = metrics("loss", "reward_std", "entropy", "kl", "grad_norm", "completions/mean_length", "reward");
  expect(orderMetrics(["figure:signal", ...trl]).first).toEqual([
    ...metrics("reward", "loss", "kl", "entropy", "grad_norm", "completions/mean_length"),
    "figure:signal",
  ]);
});

test("every other metric is in the section of its prefix, and none is lost or twice", () => {
  const keys = metrics("train/b", "eval/x", "train/a", "plain", "reward", "__proto__", "__proto__/x", "/odd", "a/b/c");
  const { first, sections } = orderMetrics(keys);
  expect(sections.map(({ prefix, keys: own }) => [prefix, own.map(metricName)])).toEqual([
    ["", ["/odd", "__proto__", "plain"]],
    ["__proto__", ["__proto__/x"]],
    ["a", ["a/b/c"]],
    ["eval", ["eval/x"]],
    ["train", ["train/a", "train/b"]],
  ]);
  expect([...first, ...sections.flatMap((section) => section.keys)].sort()).toEqual([...keys].sort());
});

test("spreads and bounds are not the metric itself", () => {
  expect(orderMetrics(metrics("reward_std", "critic/rewards/max")).first).toEqual([]);
  expect(meaningOf("reward_std")).toBeNull();
  expect(prefixOf("figure:reward")).toBe("");
});

test("how stale rollouts were is first under the names of verl and prime-rl, without parts and bounds of it", () => {
  const staleOf = (...names: readonly string[]) => orderMetrics(metrics(...names)).first.map(metricName);
  const primeRl = ["off_policy/mean", "off_policy/in_flight/mean", "off_policy/max", "off_policy/dropped"];
  expect(staleOf(...primeRl)).toEqual(["off_policy/mean"]);
  expect(staleOf("off_policy_level/all/max", "off_policy_level/all/mean")).toEqual(["off_policy_level/all/mean"]);
  const ofVerl = (name: string) => `training/off_policy/${name}`;
  const verl = ["trajectory_staleness/mean", "trajectory_staleness_worst/mean", "trajectory_spans/mean"].map(ofVerl);
  expect(staleOf(...verl, ofVerl("evicted_samples"))).toEqual([ofVerl("trajectory_staleness/mean")]);
  expect(staleOf("off_policy/mean", "steps_off_policy")).toEqual(["steps_off_policy"]);
});
