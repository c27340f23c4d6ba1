import { describe, expect, it } from "vitest";
import { type JudgedIteration, verdictOf } from "./verdict";

const iteration = (mean: number | null, given: Partial<JudgedIteration> = {}): JudgedIteration => ({
  mean,
  standardError: 0.02,
  groups: 8,
  groupsWithSignal: 8,
  min: 0,
  max: 1,
  entropy: null,
  ...given,
});

const verdict = (means: readonly (number | null)[], given: Partial<JudgedIteration> = {}) =>
  verdictOf(
    means.map((mean) => iteration(mean, given)),
    20,
  );

describe("the verdict on a run", () => {
  it.each<[string, (number | null)[], Partial<JudgedIteration>, string]>([
    ["nothing was sampled", [], {}, "too_early"],
    ["nothing has a reward", [null, null], {}, "too_early"],
    ["there are two iterations", [0.1, 0.9], {}, "too_early"],
    ["the reward rises beyond its noise", [0.1, 0.3, 0.5, 0.6, 0.7], {}, "rising"],
    ["the reward moves within its noise", [0.4, 0.42, 0.41, 0.43, 0.41], {}, "flat"],
    ["the same rise has a large error", [0.1, 0.3, 0.5, 0.6, 0.7], { standardError: 0.5 }, "flat"],
    ["the error is not known", [0.1, 0.3, 0.5], { standardError: null }, "flat"],
    ["the reward falls from its best", [0.2, 0.5, 0.8, 0.8, 0.1, 0.1], {}, "collapsed"],
    ["the reward falls from the first iteration on", [0.8, 0.5, 0.2], {}, "collapsed"],
    ["the reward falls a little from its best", [0.2, 0.5, 0.8, 0.78], {}, "rising"],
    ["no group has spread", [0, 0, 0, 0], { groupsWithSignal: 0, min: 0, max: 0, standardError: 0 }, "no_signal"],
    ["the first iteration has no spread", [0], { groupsWithSignal: 0, min: 0, max: 0, standardError: 0 }, "no_signal"],
  ])("when %s", (_, means, given, kind) => {
    expect(verdict(means, given).kind).toBe(kind);
  });

  it("names the figures that it rests on", () => {
    const { sentence, figures } = verdict([0.1, 0.3, 0.5, 0.6, 0.7]);
    expect(sentence).toBe(
      "Rising: the mean reward went from 0.100 to 0.700 (+0.600, 95% interval +0.545 to +0.655); in the last iteration, 100% of the groups had spread.",
    );
    expect(figures).toMatchObject({ iterations: 5, window: 1, first_reward: 0.1, last_reward: 0.7, signal_share: 1 });
  });

  it("says at which level rewards are equal", () => {
    const solved = { groupsWithSignal: 0, min: 1, max: 1, standardError: 0 };
    expect(verdict([1, 1, 1], solved).sentence).toBe(
      "No signal: in the last iteration, no group had different rewards: all are 1, so there is nothing to learn from.",
    );
  });

  it("still calls a solved run rising", () => {
    const rising = [0.2, 0.6, 0.9].map((mean) => iteration(mean));
    const solved = iteration(1, { groupsWithSignal: 0, min: 1, max: 1, standardError: 0 });
    expect(verdictOf([...rising, solved, solved], 20)).toMatchObject({
      kind: "rising",
      sentence: expect.stringContaining("0% of the groups had spread"),
    });
  });

  it("says how entropy moved when it collapsed", () => {
    const fallen = [0.8, 0.8, 0.1].map((mean, at) => iteration(mean, { entropy: 2 - at * 0.9 }));
    expect(verdictOf(fallen, null).sentence).toBe(
      "Collapsed: the mean reward fell from 0.800 at its best to 0.100 in the last iteration. Entropy went from 2 to 0.2.",
    );
  });

  it("compares windows of up to five iterations", () => {
    const { figures, sentence } = verdict(Array.from({ length: 30 }, (_, at) => at / 30));
    expect(sentence).toContain("from 0.067 in the first 5 iterations to 0.900 in the last 5 (+0.833");
    expect(sentence).toContain("; in those, 100% of the groups had spread.");
    expect(figures).toMatchObject({ window: 5, iterations: 30 });
    expect(figures.first_reward).toBeCloseTo(2 / 30, 9);
    expect(figures.last_reward).toBeCloseTo(27 / 30, 9);
  });

  it("counts planned iterations where they are known", () => {
    expect(verdict([0.5]).sentence).toBe("Too early: the mean reward is 0.500 after 1 of 20 iterations.");
    expect(verdictOf([iteration(0.5)], null).sentence).toBe("Too early: the mean reward is 0.500 after 1 iteration.");
  });
});
