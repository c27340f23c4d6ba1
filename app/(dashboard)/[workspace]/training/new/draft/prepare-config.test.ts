import { expect, test } from "vitest";
import { configTexts, emptyConfig, readConfig } from "./prepare-config";

test("sends nothing when nothing is set", () => {
  expect(readConfig(emptyConfig)).toEqual({ config: null });
});

test("merges the fields with other members", () => {
  expect(readConfig({ learningRate: "5e-6", shouldPrecalculateLogprobs: true, more: '{"loss_fn":"ppo"}' })).toEqual({
    config: { learning_rate: 0.000005, precalculate_logprobs: true, loss_fn: "ppo" },
  });
});

test.each([
  [{ ...emptyConfig, learningRate: "-1" }, { learningRateError: expect.any(String) }],
  [{ ...emptyConfig, more: "[1]" }, { moreError: expect.stringContaining("object") }],
  [{ ...emptyConfig, more: "{" }, { moreError: expect.stringContaining("Not JSON") }],
  [{ ...emptyConfig, more: '{"learning_rate":1}' }, { moreError: "learning_rate has a field of its own" }],
])("names the invalid field: %j", (texts, errors) => {
  expect(readConfig(texts)).toMatchObject(errors);
});

test("converts settings of a request back to typed text", () => {
  const typed = { learningRate: "0.01", shouldPrecalculateLogprobs: true, more: '{"loss_fn":"ppo"}' };
  const { config } = readConfig(typed);
  expect(configTexts(config ?? {})).toEqual(typed);
  expect(configTexts({})).toEqual(emptyConfig);
  expect(configTexts({ learning_rate: null, precalculate_logprobs: false, ppo: null })).toEqual(emptyConfig);
});
