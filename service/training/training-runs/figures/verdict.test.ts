import { describe, expect, it } from "vitest";
import type { JudgedIteration } from "./judgement";
import { noisySeries } from "./testing/reward-noise";
import { verdictOf } from "./verdict";

const LEARNED = [0.13, 0.29, 0.4, 0.49, 0.54, 0.65, 0.69, 0.71, 0.67, 0.73, 0.81, 0.79];

const iteration = (mean: number | null, at: number, given: Partial<JudgedIteration> = {}): JudgedIteration => ({
  iteration: at + 1,
  mean,
  error: { standardError: 0.05, degrees: 56 },
  deviation: 0.5,
  failures: null,
  groups: 8,
  groupsWithSignal: 8,
  min: 0,
  max: 1,
  ...given,
});

type Given = Partial<JudgedIteration> | ((at: number) => Partial<JudgedIteration>);

const verdict = (means: readonly (number | null)[], given: Given = {}, planned: number | null = 20) =>
  verdictOf(
    means.map((mean, at) => iteration(mean, at, typeof given === "function" ? given(at) : given)),
    planned,
  );

const logged = { error: null, deviation: null, groups: 0, groupsWithSignal: 0, min: null, max: null };
const noise = (count: number, seed: number, mean: (at: number) => number) =>
  noisySeries({ count, seed, mean, deviation: 0.05 });
/** Rises to 0.7, then falls to 0.3 at the 90th of 120 iterations. */
const FALLEN = noise(120, 8, (at) => 0.7 - 0.4 * Math.exp(-at / 10) - (at >= 90 ? 0.4 : 0));

describe("the verdict on a run", () => {
  it("that learns compares the first and the last third, with an interval", () => {
    const { kind, sentence, figures } = verdict(LEARNED);
    expect(kind).toBe("rising");
    expect(sentence).toBe(
      "Rising: mean reward 0.328 in the first 4 iterations, 0.750 in the last 4 (+0.422, 95% interval +0.295 to +0.550).",
    );
    expect(figures).toMatchObject({ iterations: 12, window: 4, first_window: 4, signal_share: 1, is_slight: false });
    expect([figures.change_low, figures.change_high]).toEqual([expect.closeTo(0.2946, 4), expect.closeTo(0.5504, 4)]);
  });

  it("has intervals of the last and the best window by the noise that its change rests on", () => {
    const { figures } = verdict(LEARNED);
    // The change's half width is t of z 3.6 × noise × √(1/4 + 1/4); that of the last four iterations t of z 1.96 × noise × √(1/4).
    const half = (((figures.change_high ?? 0) - (figures.change_low ?? 0)) / 2) * (1.9635 / 3.6187) * Math.SQRT1_2;
    expect((figures.last_high ?? 0) - (figures.last_reward ?? 0)).toBeCloseTo(half, 4);
    expect((figures.last_low ?? 0) + (figures.last_high ?? 0)).toBeCloseTo(2 * (figures.last_reward ?? 0), 9);
    const fallen = verdict(FALLEN, logged, null).figures;
    const width = (low?: number | null, high?: number | null) => (high ?? 0) - (low ?? 0);
    expect(fallen.best_low).toBeLessThan(0.7);
    expect(fallen.best_high).toBeGreaterThan(0.7);
    expect(width(fallen.best_low, fallen.best_high)).toBeGreaterThan(0);
    expect(verdict([0.1, 0.9], logged, null).figures).not.toHaveProperty("last_low");
  });

  it("has an interval of the last window that contains the true mean in about 95 % of runs of noise", () => {
    const seeds = Array.from({ length: 300 }, (_, seed) => seed);
    const hits = seeds.filter((seed) => {
      const { last_low: low, last_high: high } = verdict(
        noise(60, seed, () => 0.5),
        logged,
        null,
      ).figures;
      return (low ?? 1) <= 0.5 && 0.5 <= (high ?? 0);
    });
    expect(hits.length / seeds.length).toBeGreaterThan(0.93);
    expect(hits.length / seeds.length).toBeLessThanOrEqual(1);
  });

  it("cannot tell from two groups in two iterations, and says how many are needed", () => {
    const two = { error: { standardError: 0.0125, degrees: 1 }, deviation: 0.2, groups: 2 };
    expect(verdict([0.1625, 0.2375], two)).toMatchObject({
      kind: "cannot_tell",
      sentence:
        "Cannot tell yet: with 2 groups, at least 6 iterations are needed. The mean reward is 0.237 after 2 of 20 iterations.",
    });
  });

  it("cannot tell from a few logged means, and says how many are needed", () => {
    expect(verdict([0.1, 0.9], logged, null).sentence).toBe(
      "Cannot tell yet: at least 20 iterations are needed to know their noise. The mean reward is 0.900 after 2 iterations.",
    );
  });

  it("cannot tell while iterations differ by more than their groups explain", () => {
    const jumps = noisySeries({ count: 15, seed: 10, mean: () => 0.5, deviation: 0.2 });
    const { kind, sentence } = verdict(jumps, { error: { standardError: 0.05, degrees: 7 } });
    expect(kind).toBe("cannot_tell");
    expect(sentence).toContain("they differ by more than their groups explain, so at least 20 iterations are needed");
  });

  it("is flat only once a change that matters is excluded", () => {
    const eight = { error: { standardError: 0.05, degrees: 7 }, deviation: 0.4 };
    const { kind, sentence } = verdict(
      noise(200, 3, () => 0.5),
      eight,
    );
    expect(kind).toBe("flat");
    expect(sentence).toBe(
      "Flat: mean reward 0.494 in the first 66 iterations, 0.501 in the last 66 (+0.006, 95% interval −0.029 to +0.041); a change beyond ±0.080 is excluded.",
    );
    expect(
      verdict(
        noise(30, 3, () => 0.5),
        eight,
      ).kind,
    ).toBe("cannot_tell");
  });

  it("calls a clear fall that is small a slight one", () => {
    const means = noise(300, 11, (at) => 0.5 - at * 0.0001);
    const { kind, sentence, figures } = verdict(means, { error: { standardError: 0.05, degrees: 7 }, deviation: 2 });
    expect(kind).toBe("falling");
    expect(figures.is_slight).toBe(true);
    expect(sentence).toMatch(/^Falling slightly: .* The change is small beside the spread of single rewards\./);
  });

  it("names a fall from the best without guessing its cause", () => {
    const { kind, sentence } = verdict(FALLEN, logged);
    expect(kind).toBe("fell");
    expect(sentence).toBe(
      "Fell from its best: mean reward 0.693 at its best in iterations 25–88, 0.349 in the last 32 (−0.344, 95% interval −0.495 to −0.193). No entropy, KL or length is known that could say why. 5 outlying iterations were limited.",
    );
  });

  it("does not call a fall a collapse when entropy and length stay", () => {
    const steady = (at: number) => ({ ...logged, entropy: 1.2 + 0.01 * (at % 2), length: 400 + (at % 3) });
    const { kind, sentence } = verdict(FALLEN, steady);
    expect(kind).toBe("fell");
    expect(sentence).toContain("Entropy and length changed little.");
  });

  it.each<[string, (at: number) => Partial<JudgedIteration>, string]>([
    ["entropy", (at) => ({ entropy: at < 90 ? 1.2 : 0.3 }), "Entropy 1.2 → 0.356."],
    ["KL", (at) => ({ kl: at < 90 ? 0.02 : 0.4 }), "KL 0.02 → "],
    ["length", (at) => ({ length: at < 90 ? 410 : 60 }), "Length 410 → "],
    ["size", (at) => ({ bytes: at < 90 ? 2400 : 600 }), "Bytes of a trajectory 2400 → "],
    ["repeats", (at) => ({ repeats: at < 90 ? 0 : 0.9 }), "Repeated answers 0% → "],
    ["truncation", (at) => ({ truncated: at < 90 ? 0.05 : 0.95 }), "Truncated answers 5% → "],
    ["signal", (at) => ({ groups: 8, groupsWithSignal: at < 90 ? 8 : 1 }), "Groups without spread 0% → "],
  ])("calls a fall a collapse by %s beside it", (_, beside, text) => {
    const { kind, sentence } = verdict(FALLEN, (at) => ({ ...logged, ...beside(at) }));
    expect(kind).toBe("collapsed");
    expect(sentence).toMatch(/^Collapsed: mean reward 0\.693 at its best in iterations 25–88/);
    expect(sentence).toContain(text);
  });

  it("says that answers became longer while the reward rose", () => {
    const { sentence } = verdict(LEARNED, (at) => ({ length: 100 + at * 40 + (at % 2) }));
    expect(sentence).toMatch(/^Rising: .* Length 161 → 481\.$/);
  });

  it("says that the later half of a run is level, or still rises", () => {
    const eight = { error: { standardError: 0.05, degrees: 7 }, deviation: 0.5 };
    const level = verdict(
      noise(300, 12, (at) => 0.3 + Math.min(0.4, at * 0.005)),
      eight,
    );
    expect(level.sentence).toContain("Level in the later half (");
    const rising = verdict(
      noise(300, 12, (at) => 0.3 + at * 0.003),
      eight,
    );
    expect(rising.sentence).toContain("Still rising in the later half (+");
  });

  it.each<[string, (number | null)[], string]>([
    ["never had one", [null, null, null], "No reward: none of 3 iterations has one."],
    ["has none any more", [...LEARNED, null, null, null], "No reward since iteration 13 (3 iterations)."],
  ])("says when a run %s", (_, means, sentence) => {
    expect(verdict(means)).toMatchObject({ kind: "no_reward", sentence });
  });

  it("names the error of a run whose every rollout failed, from the first iteration on", () => {
    const failures = { failed: 8, ended: 8, error: "ConnectionError: refused" };
    expect(verdict([null], { failures })).toMatchObject({
      kind: "no_reward",
      sentence: "No reward: 8 of 8 rollouts failed: ConnectionError: refused.",
    });
    expect(verdict([null, null], { failures: { ...failures, error: null } }).sentence).toBe(
      "No reward: 16 of 16 rollouts failed.",
    );
    expect(verdict([...LEARNED, null, null, null], (at) => (at < 12 ? {} : { failures })).sentence).toBe(
      "No reward since iteration 13 (3 iterations): 24 of 24 rollouts failed: ConnectionError: refused.",
    );
    // One of the rollouts answered, but nothing gave it a reward.
    expect(verdict([null], { failures: { ...failures, failed: 7 } }).kind).toBe("too_early");
  });

  it("counts iterations without a reward, and values that it limited", () => {
    const means: (number | null)[] = noise(60, 7, () => 0.5).with(30, 9);
    means[5] = null;
    expect(verdict(means, logged).sentence).toContain(
      "1 outlying iteration was limited; 1 iteration without a reward is left out.",
    );
  });

  it("says at which level rewards are equal", () => {
    const solved = { groupsWithSignal: 0, min: 1, max: 1, error: { standardError: 0, degrees: 56 }, deviation: 0 };
    expect(verdict([1, 1, 1], solved)).toMatchObject({
      kind: "no_signal",
      sentence:
        "No signal: in the last iteration, no group had different rewards: all are 1, so there is nothing to learn from.",
    });
  });

  it("still calls a solved run rising, and says that it has no signal", () => {
    const solved = { groupsWithSignal: 0, min: 1, max: 1, error: { standardError: 0, degrees: 56 } };
    const { kind, sentence } = verdict([...LEARNED, 1, 1, 1, 1, 1, 1], (at) => (at < 12 ? {} : solved));
    expect(kind).toBe("rising");
    expect(sentence).toContain("No group of the last 6 iterations had different rewards: all are 1.");
  });

  it("does not take few saved groups for all: neither in the word nor in the sentence", () => {
    const saved = { groups: 2, groupsWithSignal: 0, min: 1, max: 1 };
    const rare = (at: number) => (at % 50 === 49 ? saved : { groups: 0, groupsWithSignal: 0, min: null, max: null });
    const noise = Array.from({ length: 100 }, (_, at) => 0.5 + Math.sin(at * 12.9898) * 0.1);
    const of = (means: readonly number[], given: (at: number) => object) =>
      verdict(means, (at) => ({ ...logged, ...given(at) }));
    expect(of(noise, rare).kind).not.toBe("no_signal");
    expect(of(noise, () => saved).kind).toBe("no_signal");
    const rising = of(
      noise.map((mean, at) => mean + at / 50),
      rare,
    );
    expect(rising.kind).toBe("rising");
    expect(rising.sentence).toMatch(
      /None of the 2 groups with rollouts in the last \d+ iterations had different rewards: all are 1\.$/,
    );
  });

  it("is too early before anything has a reward", () => {
    expect(verdict([])).toMatchObject({ kind: "too_early", sentence: "No iteration has a reward yet." });
    expect(verdict([null]).kind).toBe("too_early");
  });
});
