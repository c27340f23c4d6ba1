import { describe, expect, test } from "vitest";
import { Random } from "@/lib/sample/random";
import { VOCABULARY, type WrittenMessage } from "@/trainers/built-in/conversation/conversation-bytes";
import type { ReadGroup } from "@/trainers/built-in/conversation/read-groups";
import { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { policyStep } from "./policy-step";
import { trainingSequences } from "./training-sequences";
import { readSettings } from "./training-settings";

const ROWS = 64;
const STEP = 1e-2;

function someModel(seed: number): LogLinearModel {
  const random = new Random(seed);
  return new LogLinearModel(
    ROWS,
    Float32Array.from({ length: ROWS * VOCABULARY }, () => random.fraction() - 0.5),
  );
}

const message = (role: string, content: string): WrittenMessage => ({
  role,
  content,
  toolCalls: [],
  isTrained: role === "assistant",
  isCut: false,
  sampledLogprobs: null,
});

const groups: ReadGroup[] = [
  {
    exceptionCount: 0,
    trajectories: [
      { reward: 1, histories: [[message("user", "Two?"), message("assistant", "yes, two")]] },
      { reward: 0.25, histories: [[message("user", "Two?"), message("assistant", "no")]] },
      { reward: 0, histories: [[message("user", "Two?"), message("assistant", "")]] },
    ],
  },
];

/** Differences of the loss are taken in single precision weights, so steps and tolerance are wide. */
describe.each([
  ["ppo with all ratios inside of the window", { loss_fn: "ppo", epsilon: 0.999, epsilon_high: 1e6 }],
  ["cispo with the ratio clipped to 1, which is plain policy gradient", { epsilon: 0, epsilon_high: 0 }],
  ["a penalty for the distance of the samples", { epsilon: 0, epsilon_high: 0, kl_penalty_coef: 0.7 }],
])("the gradient of the loss: %s", (_, config) => {
  test("agrees with finite differences", () => {
    const { settings } = readSettings(config);
    const model = someModel(1);
    const sequences = [...trainingSequences(groups, someModel(2), someModel(3), settings)];
    const { gradient } = policyStep(model, sequences, settings);
    const lossAt = (index: number, by: number) => {
      const moved = model.copy();
      moved.weights[index] = (moved.weights[index] ?? 0) + by;
      const shift = (moved.weights[index] ?? 0) - (model.weights[index] ?? 0);
      return { shift, loss: policyStep(moved, sequences, settings).measures.loss };
    };
    const steepest = [...gradient.rows]
      .flatMap((row) => [...gradient.row(row)].map((slope, value) => ({ index: row * VOCABULARY + value, slope })))
      .sort((left, right) => Math.abs(right.slope) - Math.abs(left.slope));
    const checked = [...steepest.slice(0, 20), ...steepest.slice(200, 220)];
    for (const { index, slope } of checked) {
      const up = lossAt(index, STEP);
      const down = lossAt(index, -STEP);
      const difference = (up.loss - down.loss) / (up.shift - down.shift);
      expect(Math.abs(difference - slope)).toBeLessThan(1e-6 + 1e-3 * Math.abs(slope));
    }
    expect(gradient.norm()).toBeGreaterThan(0.01);
  });
});

test("measures entropy and distances as defined", () => {
  const { settings } = readSettings({});
  const blank = new LogLinearModel(ROWS);
  const sequences = [...trainingSequences(groups, blank, blank, settings)];
  const { measures } = policyStep(blank, sequences, settings);
  expect(measures.entropy).toBeCloseTo(Math.log(256), 10);
  expect(measures).toMatchObject({ klDiv: expect.closeTo(0, 6), klPolicyRef: expect.closeTo(0, 6), clipFraction: 0 });
  expect(measures.byteCount).toBe("yes, two".length + "no".length + 3);
});

test("bytes weigh 1 on average, and advantages 1 in absolute value", () => {
  const { settings } = readSettings({});
  const blank = new LogLinearModel(ROWS);
  const sequences = [...trainingSequences(groups, blank, blank, settings)];
  const bytes = sequences.map(({ oldLogprobs }) => oldLogprobs.length);
  const total = bytes.reduce((sum, count) => sum + count, 0);
  const meanOf = (value: (index: number) => number) =>
    bytes.reduce((sum, count, index) => sum + count * value(index), 0) / total;
  expect(meanOf((index) => sequences[index]?.weight ?? 0)).toBeCloseTo(1, 10);
  expect(meanOf((index) => (sequences[index]?.weight ?? 0) * Math.abs(sequences[index]?.advantage ?? 0))).toBeCloseTo(
    1,
    10,
  );
});
