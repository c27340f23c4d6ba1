import { describe, expect, test } from "vitest";
import { readTokens } from "./token-logprob";
import { meanSignal, signalLevel, signalOf } from "./token-signals";

const tokenOf = (entry: Readonly<Record<string, unknown>>) => {
  const [token] = readTokens([{ token: "a", logprob: -1, ...entry }]);
  if (!token) throw new Error("No token");
  return token;
};
const context = { advantage: -0.5 };

describe("the signal of a token", () => {
  test("is read where the data has it, under the names that trainers use", () => {
    const token = tokenOf({ advantage: 0.25, ratio: 1.5, kl: 0.2, entropy: 0.7, loss_mask: false });
    expect(
      ["advantage", "ratio", "kl", "entropy", "mask"].map((name) => signalOf(token, name as "ratio", context)),
    ).toEqual([0.25, 1.5, 0.2, 0.7, 0]);
  });

  test("is computed from other logprobs and alternatives, and the advantage is that of the trajectory", () => {
    const token = tokenOf({
      new_logprob: -0.5,
      ref_logprob: -1.5,
      top_logprobs: [
        { token: "a", logprob: Math.log(0.5) },
        { token: "b", logprob: Math.log(0.5) },
      ],
    });
    expect(signalOf(token, "ratio", context)).toBeCloseTo(Math.exp(0.5), 9);
    expect(signalOf(token, "kl", context)).toBeCloseTo(0.5, 9);
    expect(signalOf(token, "entropy", context)).toBeCloseTo(Math.log(2), 9);
    expect(signalOf(token, "advantage", context)).toBe(-0.5);
    expect(signalOf(token, "mask", context)).toBe(1);
  });

  test("is nothing where the data does not have it", () => {
    const token = tokenOf({ ratio: "much" });
    for (const signal of ["ratio", "kl", "entropy"] as const) expect(signalOf(token, signal, context)).toBeNull();
    expect(meanSignal([token], "kl", context)).toBeNull();
    expect(meanSignal([tokenOf({ kl: 1 }), token, tokenOf({ kl: 3 })], "kl", context)).toBe(2);
  });
});

test("levels rise with the distance from the ordinary, on both sides", () => {
  expect([0.95, 0.7, 0.4, 0.1].map((value) => Math.abs(signalLevel("probability", value)))).toEqual([0, 1, 2, 3]);
  expect([-2, -0.1, 0, 0.6].map((value) => signalLevel("advantage", value) + 0)).toEqual([-3, -1, 0, 2]);
  expect([1 / 3, 1, 1.4].map((value) => signalLevel("ratio", value) + 0)).toEqual([-3, 0, 2]);
  expect([0, 1].map((value) => signalLevel("mask", value))).toEqual([-1, 1]);
});
