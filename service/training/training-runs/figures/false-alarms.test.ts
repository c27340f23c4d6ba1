import { describe, expect, it } from "vitest";
import { wilsonInterval } from "@/lib/evaluation/statistics/intervals";
import { EIGHT_GROUPS, NOISE_SAMPLINGS } from "./testing/noise-samplings";
import { COURSES, detectionDelays, drop, step, trend, wordsOf } from "./testing/simulated-courses";
import { falseAlarms, sampler } from "./testing/simulated-runs";

/** The most runs of pure noise that may get a word: docs/adr/0071; `npm run bench -- verdict-rates` has closer figures. */
const MOST = 0.05;

describe("pure noise, looked at after each iteration,", () => {
  it.each(NOISE_SAMPLINGS)("gets a word in at most 5 percent of runs of %s", (_, sampling) => {
    const [few, some, many] = falseAlarms(sampling, [3, 30, 100], 200);
    expect(few).toBe(0);
    expect(some).toBeLessThanOrEqual(MOST * 200);
    expect(many).toBeLessThanOrEqual(MOST * 200);
  });

  it.each(NOISE_SAMPLINGS)(
    "gets a word in no more than 5 percent of long runs of %s, within the error of the simulation",
    { tags: ["all"], timeout: 600_000 },
    (_, sampling) => {
      const runs = 100;
      for (const alarms of falseAlarms(sampling, [1000, 10_000], runs))
        expect(wilsonInterval(alarms, runs).low).toBeLessThanOrEqual(MOST);
    },
  );

  it("is drawn with the variance and the error that its groups have", () => {
    for (const [name, variance] of [
      ["4 groups of 8", (0.3 + 0.7 / 8) / 4],
      ["same 2 tasks of 8", 0.7 / 8 / 2],
    ] as const) {
      const sampling = NOISE_SAMPLINGS.find(([own]) => own === name)?.[1] ?? EIGHT_GROUPS;
      const draw = sampler(sampling, 1);
      const drawn = Array.from({ length: 4000 }, () => draw(0));
      const mean = drawn.reduce((sum, { reward }) => sum + reward, 0) / 4000;
      const spread = drawn.reduce((sum, { reward }) => sum + (reward - mean) ** 2, 0) / 3999;
      const errors = drawn.reduce((sum, { error }) => sum + (error?.standardError ?? 0) ** 2, 0) / 4000;
      expect(Math.abs(spread / variance - 1)).toBeLessThan(0.1);
      expect(Math.abs(errors / variance - 1)).toBeLessThan(0.1);
    }
  });
});

describe("a change of eight groups is found:", () => {
  it.each([
    ["a rise of a twentieth of a reward's deviation per iteration", trend(0.05), 1],
    ["a step of half a deviation", step(0.5), 0.95],
    ["a drop of half a deviation", drop(0.5), 1],
  ])("%s", (_, movement, least) => {
    expect(detectionDelays(EIGHT_GROUPS, movement, 100, 50).length / 50).toBeGreaterThanOrEqual(least);
  });
});

describe("what is measured beside the reward decides the word:", () => {
  const shareOf = (course: Parameters<typeof wordsOf>[0], word: string) => (wordsOf(course, 50).get(word) ?? 0) / 50;

  it("a fall is a collapse where entropy fell with it, and only there", () => {
    expect(shareOf(COURSES.collapse, "collapsed")).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(COURSES.fall, "collapsed")).toBe(0);
    expect(shareOf(COURSES.fall, "fell")).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(COURSES.noise, "collapsed")).toBe(0);
  });

  it("a rise that comes with longer answers says so", () => {
    expect(shareOf(COURSES.rewardForLength, "rising, with length")).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(COURSES.noise, "rising, with length")).toBe(0);
  });
});
