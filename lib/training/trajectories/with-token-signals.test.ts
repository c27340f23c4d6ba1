import { describe, expect, test } from "vitest";
import { trajectoryReadResult } from "@/lib/api/contract/training/trajectories";
import { readTokens } from "@/lib/logprobs/token-logprob";
import { signalOf } from "@/lib/logprobs/token-signals";
import { withTokenSignals } from "./with-token-signals";

const choiceOf = (count: number) => ({
  finish_reason: "stop",
  message: { role: "assistant", content: "abc" },
  logprobs: { content: Array.from({ length: count }, (_, at) => ({ token: `t${at}`, logprob: -1 - at })) },
});

const read = (lines: readonly object[], count = 3) =>
  trajectoryReadResult.parse({
    batch_id: "b",
    group_index: 0,
    trajectory_index: 0,
    trajectory: {
      messages_and_choices: [{ role: "user", content: "Hi" }, choiceOf(count)],
      additional_histories: [{ messages_and_choices: [choiceOf(count)] }],
      reward: 1,
    },
    token_signals: lines,
  });

const shown = (lines: readonly object[], count = 3) => {
  const { trajectory, token_signals: signals } = read(lines, count);
  const [, choice] = withTokenSignals(trajectory, signals ?? []).messages_and_choices;
  return readTokens(choice?.logprobs?.content);
};

const LINE = {
  ...{ group: 0, trajectory: 0, history: 0, message: 1, tokens: 3, weight_version: 4 },
  ...{ new_logprob: [-1, -1, null], ratio: [1, 2.5, 1], advantage: 0.5, entropy: [0.1, 0.2, 0.3], mask: 1 },
};

const valuesOf = (lines: readonly object[], signal: "ratio" | "advantage" | "entropy" | "mask", count = 3) =>
  shown(lines, count).map((token) => signalOf(token, signal, { advantage: null }));

describe("signals of tokens that a trainer wrote", () => {
  test("are those of the tokens on screen, from one value for all or from one for each", () => {
    expect(valuesOf([LINE], "ratio")).toEqual([1, 2.5, 1]);
    expect(valuesOf([LINE], "advantage")).toEqual([0.5, 0.5, 0.5]);
    expect(valuesOf([LINE], "entropy")).toEqual([0.1, 0.2, 0.3]);
    expect(shown([LINE]).map(({ figures }) => figures?.weight_version)).toEqual([4, 4, 4]);
    expect(shown([LINE])[2]?.figures).not.toHaveProperty("new_logprob");
  });

  test("may lack the token that ends an answer, and leave tokens that were cut off untrained", () => {
    expect(valuesOf([LINE], "entropy", 2)).toEqual([0.1, 0.2]);
    expect(valuesOf([LINE], "mask", 5)).toEqual([1, 1, 1, 0, 0]);
  });

  test("are not added to other tokens, other choices and other histories", () => {
    expect(valuesOf([LINE], "entropy", 1)).toEqual([null]);
    expect(valuesOf([{ ...LINE, message: 0 }], "entropy")).toEqual([null, null, null]);
    const { trajectory } = read([]);
    const other = withTokenSignals(trajectory, [{ ...LINE, history: 1, message: 0 }]);
    expect(other.messages_and_choices).toEqual(trajectory.messages_and_choices);
    expect(other.additional_histories).toMatchObject([
      { messages_and_choices: [{ logprobs: { content: [{ ratio: 1 }, { ratio: 2.5 }, { ratio: 1 }] } }] },
    ]);
    expect(withTokenSignals(trajectory, [])).toBe(trajectory);
  });
});
