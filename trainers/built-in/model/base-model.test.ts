// @module-tag all
import { expect, test } from "vitest";
import { createCase } from "@/lib/sample/airline-cases";
import { Random } from "@/lib/sample/random";
import { sampleAnswer } from "@/trainers/built-in/chat/sample-answer";
import { conversationBytes } from "@/trainers/built-in/conversation/conversation-bytes";
import { trainBaseModel } from "./base-model";
import type { LogLinearModel } from "./log-linear-model";
import { answerLogprobs } from "./visit-answers";

const plain = { toolCalls: [], isCut: false, sampledLogprobs: null };

/** The mean number of bits that a byte of an answer takes. */
function bitsPerByte(model: LogLinearModel): number {
  const random = new Random(99);
  const logprobs = Array.from({ length: 20 }, () => createCase(random, false, true)).flatMap(({ turns: [first] }) => {
    const messages = [
      { role: "user", content: first?.user ?? "", isTrained: false, ...plain },
      { role: "assistant", content: first?.answer ?? "", isTrained: true, ...plain },
    ];
    return [...answerLogprobs(model, conversationBytes(messages))];
  });
  return -logprobs.reduce((sum, value) => sum + value, 0) / logprobs.length / Math.LN2;
}

/** Seconds of work, on a machine that may be busy. */
const TIMEOUT_MS = 300_000;

test("the fitted base predicts unseen conversations, and the blank one does not", {
  timeout: TIMEOUT_MS,
}, async () => {
  expect(bitsPerByte(await trainBaseModel("heddle/bytes-blank-1"))).toBeCloseTo(8, 5);
  const fitted = await trainBaseModel("heddle/bytes-airline-1");
  expect(bitsPerByte(fitted)).toBeLessThan(3);
  const settings = { temperature: 0, topP: 1, maxBytes: 400, seed: 1, topLogprobs: 2 };
  const question = { role: "user", content: "Can I still add a checked bag?", isTrained: false, ...plain };
  const answer = [...sampleAnswer(fitted, [question], settings)];
  expect(answer.length).toBeGreaterThan(10);
  expect(answer.every(({ alternatives: [first], logprob }) => first?.logprob === logprob)).toBe(true);
});
