import { describe, expect, it } from "vitest";
import { falseAlarmRate, firstWord, type Sampling } from "./testing/simulated-runs";

const AUTOCORRELATED: Sampling = { kind: "logged", noise: "autocorrelated", phi: 0.6 };

/** All cells of the table in docs/adr/0071; `npm run bench -- verdict-rates` prints them. */
const NOISE: [string, Sampling][] = [
  ["logged means", { kind: "logged", noise: "normal" }],
  ["logged means with heavy tails", { kind: "logged", noise: "heavy-tailed" }],
  ["logged means whose noise continues", AUTOCORRELATED],
  ["two groups", { kind: "groups", groups: 2, rollouts: 4 }],
  ["sixteen groups", { kind: "groups", groups: 16, rollouts: 4 }],
  ["four groups of passes", { kind: "passes", groups: 4, rollouts: 4 }],
  ["the same two tasks", { kind: "groups", groups: 2, rollouts: 8, hasSameTasks: true }],
];

describe("pure noise, looked at after each iteration,", () => {
  it.each(NOISE)("gets a word in at most 5 percent of runs of %s", (_, sampling) => {
    expect(falseAlarmRate(sampling, 100, 200)).toBeLessThanOrEqual(0.05);
  });

  it.each(NOISE)(
    "gets a word in at most 5 percent of long runs of %s",
    { tags: ["all"], timeout: 300_000 },
    (_, sampling) => {
      expect(falseAlarmRate(sampling, 1000, 600)).toBeLessThanOrEqual(0.05);
    },
  );

  it("gets no word from few iterations, however few groups there are", () => {
    expect(falseAlarmRate({ kind: "groups", groups: 2, rollouts: 4 }, 5, 500)).toBe(0);
  });
});

describe("a change", () => {
  const groups: Sampling = { kind: "groups", groups: 8, rollouts: 8 };
  const found = (shift: (index: number) => number, kinds: readonly string[]) =>
    Array.from({ length: 50 }, (_, seed) =>
      firstWord(groups, seed + 1, 100, { shift, isWord: ({ kind }) => kinds.includes(kind) }),
    ).filter((at) => at !== null).length / 50;

  it("that rises steadily by a twentieth of a reward's deviation is always found", () => {
    expect(found((index) => 0.05 * index, ["rising"])).toBe(1);
  });

  it("that drops by half a reward's deviation is always found", () => {
    expect(found((index) => (index < 50 ? 0 : -0.5), ["fell", "falling"])).toBe(1);
  });
});
