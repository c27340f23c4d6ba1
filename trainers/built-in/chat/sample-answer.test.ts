import { describe, expect, test } from "vitest";
import { Random } from "@/lib/sample/random";
import {
  MESSAGE_END,
  readAnswer,
  VOCABULARY,
  type WrittenMessage,
} from "@/trainers/built-in/conversation/conversation-bytes";
import { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { type SamplingSettings, sampleAnswer } from "./sample-answer";

const ROWS = 256;
const question: WrittenMessage = {
  role: "user",
  content: "Hello",
  toolCalls: [],
  isTrained: false,
  isCut: false,
  sampledLogprobs: null,
};
const base: SamplingSettings = { temperature: 1, topP: 1, maxBytes: 400, seed: 7, topLogprobs: 0 };

function someModel(): LogLinearModel {
  const random = new Random(4);
  return new LogLinearModel(
    ROWS,
    Float32Array.from({ length: ROWS * VOCABULARY }, () => 2 * random.fraction()),
  );
}

const sample = (more: Partial<SamplingSettings> = {}, model = someModel()) => [
  ...sampleAnswer(model, [question], { ...base, ...more }),
];

describe("a sampled answer", () => {
  test("is the same for the same seed and different for another", () => {
    expect(sample()).toEqual(sample());
    expect(sample({ seed: 8 })).not.toEqual(sample());
  });

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "is well-formed text of the asked length (seed %d)",
    (seed) => {
      const bytes = Uint8Array.from(sample({ seed, maxBytes: 97 }, new LogLinearModel(ROWS)).map(({ byte }) => byte));
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      expect(new TextEncoder().encode(text)).toEqual(bytes);
      expect(bytes.length).toBeLessThanOrEqual(97);
      expect(readAnswer(bytes).content).not.toContain("\ufffd");
    },
  );

  test("takes the most likely byte at temperature 0, and returns its alternatives in order", () => {
    for (const { byte, logprob, alternatives } of sample({ temperature: 0, topLogprobs: 3, maxBytes: 40 })) {
      expect(alternatives).toHaveLength(3);
      const logprobs = alternatives.map((one) => one.logprob);
      expect(logprobs).toEqual([...logprobs].sort((left, right) => right - left));
      const own = alternatives.find((one) => one.byte === byte);
      if (own) expect(own.logprob).toBe(logprob);
    }
  });

  test("keeps to the most likely byte when top-p is very small", () => {
    const bytes = (settings: Partial<SamplingSettings>) =>
      sample({ maxBytes: 60, ...settings }).map(({ byte }) => byte);
    expect(bytes({ topP: 1e-9 })).toEqual(bytes({ temperature: 0 }));
  });

  test("draws bytes with the model's probabilities", () => {
    const model = new LogLinearModel(1);
    const { weights } = model;
    weights.fill(-50);
    weights[0x61] = Math.log(3) / 10;
    weights[0x62] = 0;
    const bytes = sample({ maxBytes: 8_000 }, model).map(({ byte }) => byte);
    const share = bytes.filter((byte) => byte === 0x61).length / bytes.length;
    // Three standard deviations of a share of 0.75 among 8,000 are 0.015.
    expect(Math.abs(share - 0.75)).toBeLessThan(0.015);
  });
});

test("reports whether the answer ended or was cut", () => {
  const model = new LogLinearModel(1);
  model.weights[0x61] = 10;
  expect(endOf(model)).toBe("length");
  model.weights[MESSAGE_END] = 50;
  expect(endOf(model)).toBe("stop");
});

function endOf(model: LogLinearModel): string {
  const answer = sampleAnswer(model, [question], { ...base, temperature: 0, maxBytes: 5 });
  for (;;) {
    const { done, value } = answer.next();
    if (done) return value;
  }
}
