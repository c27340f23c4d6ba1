import { expect, it } from "vitest";
import { phaseSecondsOf, secondsAt, timedIterations, timeSplitOf } from "./time-split";

/** A run whose metrics have these values in its iterations, from 1. */
const runOf = (metrics: Readonly<Record<string, readonly number[]>>) => ({
  iterations: Array.from({ length: Object.values(metrics)[0]?.length ?? 0 }, (_, at) => at + 1),
  column: (name: string) => metrics[name] ?? null,
});

/** The seconds of each phase, over all iterations. */
const sumsOf = (metrics: Readonly<Record<string, readonly number[]>>) =>
  Object.fromEntries(timeSplitOf(runOf(metrics))?.phases.map(({ phase, seconds }) => [phase, seconds]) ?? []);

it("adds up the phases of verl, without a part of another one, and what they leave of the step", () => {
  const metrics = {
    "timing_s/step": [100, 200],
    "timing_s/gen": [50, 90],
    "timing_s/generate_sequences": [45, 80],
    "timing_s/reward": [5, 10],
    "timing_s/old_log_prob": [10, 20],
    "timing_s/update_actor": [20, 50],
    "timing_s/update_weights": [5, 10],
    "timing_s/testing": [Number.NaN, 15],
  };
  expect(sumsOf(metrics)).toEqual({ sampling: 140, reward: 15, training: 100, weight_sync: 15, other: 30 });
  expect(timeSplitOf(runOf(metrics))).toMatchObject({
    iterations: 2,
    overlaps: false,
    stretches: [
      { from: 1, to: 1, seconds: [50, 5, 30, 5, 10] },
      { from: 2, to: 2, seconds: [90, 10, 70, 10, 20] },
    ],
  });
});

it("reads the trainer of prime-rl, which waits for rollouts, before its orchestrator", () => {
  const orchestrator = { "time/generate_completions": [40], "time/wait_for_ckpt": [8], "time/update_weights": [2] };
  const trainer = { "time/wait_for_batch": [30], "time/forward_backward": [15], "time/broadcast_weights": [3] };
  expect(sumsOf(orchestrator)).toEqual({ sampling: 40, waiting: 8, weight_sync: 2 });
  expect(sumsOf({ ...orchestrator, ...trainer, "time/step": [50] })).toEqual({
    ...{ training: 15, weight_sync: 3, waiting: 30, other: 2 },
  });
});

it("reads slime and ART, and says where phases ran side by side", () => {
  const slime = { "perf/rollout_time": [60], "perf/train_time": [30], "perf/update_weights_time": [1] };
  expect(sumsOf({ ...slime, "perf/step_time": [95] })).toEqual({
    sampling: 60,
    training: 30,
    weight_sync: 1,
    other: 4,
  });
  const art = { "time/step_actor_s": [50], "time/step_trainer_s": [45], "time/step_wall_s": [60] };
  expect(timeSplitOf(runOf(art))).toMatchObject({
    overlaps: true,
    phases: [
      { phase: "sampling", seconds: 50 },
      { phase: "training", seconds: 45 },
    ],
  });
});

it("divides nothing where only one phase, or only the whole is known", () => {
  expect(timeSplitOf(runOf({ "perf/rollout_time": [60] }))).toBeNull();
  expect(timeSplitOf(runOf({ "timing_s/step": [60] }))).toBeNull();
  expect(timeSplitOf(runOf({ loss: [1] }))).toBeNull();
});

it("means up to 60 stretches of a long run, over the iterations with times", () => {
  const count = 10_000;
  // Every fourth iteration has no times.
  const sampling = Array.from({ length: count }, (_, at) => (at % 4 === 3 ? Number.NaN : at));
  const split = timeSplitOf(
    runOf({ "time/sampling_s": sampling, "time/training_s": sampling.map((value) => 2 * value) }),
  );
  const known = sampling.filter((value) => !Number.isNaN(value));
  const total = known.reduce((sum, value) => sum + value, 0);
  expect(split?.iterations).toBe(7_500);
  expect(split?.phases.map(({ seconds }) => seconds)).toEqual([total, 2 * total]);
  expect(split?.stretches).toHaveLength(60);
  const first = known.slice(0, 125);
  expect(split?.stretches[0]).toEqual({
    ...{ from: 1, to: (first.at(-1) ?? 0) + 1 },
    seconds: [1, 2].map((factor) => (factor * first.reduce((sum, value) => sum + value, 0)) / 125),
  });
});

it("takes what the service measured where a trainer does not report it", () => {
  const measured = { sampling_seconds: 8, labeling_seconds: 4, training_seconds: 6 };
  const timed = timedIterations([
    { iteration: 1, ...measured, metrics: { loss: 1 } },
    {
      ...{ iteration: 2, ...measured, labeling_seconds: null },
      // The job waited and loaded, which is a part of its six seconds.
      metrics: { "time/sampling_s": 8, "time/waiting_s": 1, "time/loading_s": 2, "time/training_s": 3 },
    },
    { iteration: 3, sampling_seconds: null, training_seconds: null, metrics: {} },
  ]);
  const split = timeSplitOf(timed);
  expect(split?.iterations).toBe(2);
  expect(split?.phases).toEqual([
    { phase: "sampling", seconds: 16 },
    { phase: "reward", seconds: 4 },
    { phase: "training", seconds: 9 },
    { phase: "loading", seconds: 2 },
    { phase: "waiting", seconds: 1 },
  ]);
  const { sampling, training } = phaseSecondsOf(timed);
  expect([0, 1, 2].map((row) => secondsAt(sampling, row))).toEqual([8, 8, null]);
  expect([0, 1, 2].map((row) => secondsAt(training, row))).toEqual([6, 3, null]);
});
