import { describe, expect, test } from "vitest";
import { sized } from "@/test/setup/test-length";
import { sampleAnswer } from "@/trainers/built-in/chat/sample-answer";
import { readAnswer, type WrittenMessage } from "@/trainers/built-in/conversation/conversation-bytes";
import type { ReadGroup } from "@/trainers/built-in/conversation/read-groups";
import { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { rewardMetrics, trainPolicy } from "./train-policy";
import { readSettings } from "./training-settings";

const ROWS = 1024;
const LENGTH = 12;

/** Seconds of work, on a machine that may be busy. */
const TIMEOUT_MS = 300_000;

/** Two prompts that require different kinds of bytes, so that a policy that ignores the prompt gets half at most. */
const tasks = [
  { prompt: "Letters, please.", isWanted: (byte: number) => byte >= 0x61 && byte <= 0x7a },
  { prompt: "Digits, please.", isWanted: (byte: number) => byte >= 0x30 && byte <= 0x39 },
];

const request = (prompt: string): WrittenMessage => ({
  role: "user",
  content: prompt,
  toolCalls: [],
  isTrained: false,
  isCut: false,
  sampledLogprobs: null,
});

interface Rollout {
  readonly reward: number;
  readonly history: readonly WrittenMessage[];
}

/** One answer, and its reward: the share of wanted bytes in an answer of full length. */
function rollOut(model: LogLinearModel, { prompt, isWanted }: (typeof tasks)[number], seed: number): Rollout {
  const settings = { temperature: 1, topP: 1, maxBytes: LENGTH, seed, topLogprobs: 0 };
  const bytes = [...sampleAnswer(model, [request(prompt)], settings)].map(({ byte }) => byte);
  const { content } = readAnswer(Uint8Array.from(bytes));
  const answer = { ...request(content), role: "assistant", isTrained: true, isCut: bytes.length === LENGTH };
  return { reward: bytes.filter(isWanted).length / LENGTH, history: [request(prompt), answer] };
}

function collect(model: LogLinearModel, size: number, seed: number): { groups: ReadGroup[]; reward: number } {
  const groups = tasks.map((task, place) => ({
    exceptionCount: 0,
    trajectories: Array.from({ length: size }, (_, index) => rollOut(model, task, seed + place * size + index)).map(
      ({ reward, history }) => ({ reward, histories: [history] }),
    ),
  }));
  return { groups, reward: rewardMetrics(groups).reward ?? 0 };
}

describe("policy gradient on a reward that can be computed", () => {
  test.each(sized({ once: [11], all: [11, 12, 13] }))(
    "raises the mean reward far above the untrained policy's (seed %d)",
    { timeout: TIMEOUT_MS },
    (seed) => {
      const model = new LogLinearModel(ROWS);
      const untrained = model.copy();
      const { settings } = readSettings({ learning_rate: 0.2 });
      for (let round = 0; round < 40; round += 1) {
        const { groups } = collect(model, 32, seed * 1e6 + round * 1e3);
        for (const step of trainPolicy(model, untrained, groups, settings, seed).steps) {
          expect(Object.values(step).every(Number.isFinite)).toBe(true);
        }
      }
      const before = collect(untrained, 64, seed + 500).reward;
      const after = collect(model, 64, seed + 500).reward;
      expect(before).toBeLessThan(0.2);
      expect(after).toBeGreaterThan(0.7);
    },
  );
});

test("is the same for the same seed, to the last bit", () => {
  const train = () => {
    const model = new LogLinearModel(ROWS);
    const { groups } = collect(model, 16, 5);
    const { settings } = readSettings({ packed_sequence_length: 40 });
    const steps = [...trainPolicy(model, new LogLinearModel(ROWS), groups, settings, 3).steps];
    return { steps, weights: model.weights };
  };
  const first = train();
  const second = train();
  expect(first.steps.length).toBeGreaterThan(1);
  expect(second.steps).toEqual(first.steps);
  expect(Buffer.from(second.weights.buffer).equals(Buffer.from(first.weights.buffer))).toBe(true);
});

test("reports the number of steps in advance, and runs none when no group has a gradient", () => {
  const model = new LogLinearModel(ROWS);
  const same: ReadGroup = { exceptionCount: 1, trajectories: [{ reward: 1, histories: [[request("x")]] }] };
  const { settings } = readSettings({});
  const { stepCount, steps } = trainPolicy(model, model.copy(), [same], settings, 1);
  expect(stepCount).toBe(0);
  expect([...steps]).toEqual([]);
  expect(rewardMetrics([same])).toMatchObject({ reward: 1, exception_rate: 0.5, num_groups_trainable: 0 });
  const failed = rewardMetrics([{ exceptionCount: 8, trajectories: [] }]);
  expect(failed).toMatchObject({ exception_rate: 1, num_trajectories: 8 });
  expect(failed).not.toHaveProperty("reward");
});
