import { describe, expect, test } from "vitest";
import { policyTerm } from "./policy-loss";

const ppo = { name: "ppo", epsilonLow: 0.2, epsilonHigh: 0.2 } as const;
const cispo = { name: "cispo", epsilonLow: 1, epsilonHigh: 4 } as const;
const token = (ratio: number, advantage: number) => ({
  logprob: Math.log(0.5 * ratio),
  oldLogprob: Math.log(0.5),
  advantage,
  weight: 2,
});

describe("ppo", () => {
  test("is -w * q * A inside the window, with the same slope by log p", () => {
    expect(policyTerm(token(1.1, 3), ppo)).toEqual({
      loss: expect.closeTo(-6.6, 10),
      slope: expect.closeTo(-6.6, 10),
      isClipped: false,
    });
  });

  test.each([
    [1.5, 1, -2.4],
    [0.5, -1, 1.6],
  ])("stops pushing once the ratio %d with advantage %d left the window", (ratio, advantage, loss) => {
    const term = policyTerm(token(ratio, advantage), ppo);
    expect(term).toEqual({ loss: expect.closeTo(loss, 10), slope: 0, isClipped: true });
  });

  test.each([
    [0.5, 1],
    [1.5, -1],
  ])("still pushes back from the ratio %d with advantage %d", (ratio, advantage) => {
    const term = policyTerm(token(ratio, advantage), ppo);
    expect(term.slope).toBeCloseTo(-2 * ratio * advantage, 10);
    expect(term.isClipped).toBe(false);
  });
});

describe("cispo", () => {
  test("weights the log-probability by the ratio, which is held constant", () => {
    const { logprob } = token(3, 1);
    const term = policyTerm(token(3, 1), cispo);
    expect(term.slope).toBeCloseTo(-6, 10);
    expect(term.loss).toBeCloseTo(-6 * logprob, 10);
  });

  test("still pushes past the window, with the clipped ratio", () => {
    expect(policyTerm(token(9, 1), cispo)).toMatchObject({ slope: expect.closeTo(-10, 10), isClipped: true });
  });
});
