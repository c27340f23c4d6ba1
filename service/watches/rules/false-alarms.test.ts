import { expect, it } from "vitest";
import { type WatchSettingsInput, watchSettings } from "@/lib/api/contract/watches/watches";
import { seededIntegers } from "@/lib/evaluation/statistics/seeded-random";
import { valueOfScore, valueOfShare } from "@/service/traces/measures/measure-values";
import type { Point } from "@/service/traces/measures/read-measure";
import { sized } from "@/test/setup/test-length";
import { courseFrom, followCourse } from "./watch-course";

const WINDOWS_OF_A_DAY = 288;
const DAYS = sized({ once: 50, all: 1000, long: 10_000 });

const next = seededIntegers();
const uniform = () => next() / 2 ** 32;

function ruleOf(figure: "error_share" | "score", level: number, members: Partial<WatchSettingsInput> = {}) {
  return watchSettings.parse({
    name: "Rule",
    measure: { figure, score: figure === "score" ? "score.quality" : null, window_seconds: 300 },
    condition: { kind: figure === "score" ? "below" : "above", level },
    ...members,
  });
}

/** Returns how often a rule fires in a day of windows that are drawn one by one. */
function firingsOfADay(rule: ReturnType<typeof ruleOf>, draw: () => Omit<Point, "startS">): number {
  let firings = 0;
  for (let day = 0; day < DAYS; day++) {
    const points = Array.from({ length: WINDOWS_OF_A_DAY }, (_, at) => ({ startS: at * 300, ...draw() }));
    firings += followCourse(rule, courseFrom(0), points, null).filter(({ event }) => event === "firing").length;
  }
  return firings / DAYS;
}

function shareOf(calls: number, share: number) {
  let failed = 0;
  for (let call = 0; call < calls; call++) if (uniform() < share) failed += 1;
  return valueOfShare(failed, calls);
}

/** Scores of a beta-like shape: the better of two uniform numbers, with the mean 2/3. */
function scoreOf(calls: number, draw: () => number) {
  const numbers = Array.from({ length: calls }, draw);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / calls;
  const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return valueOfScore({
    ...{ call_count: calls, number_count: calls, true_count: 0, false_count: 0 },
    ...{ mean, min: Math.min(...numbers), max: Math.max(...numbers), deviation: Math.sqrt(squares / (calls - 1)) },
  });
}

const better = () => Math.max(uniform(), uniform());
const rare = () => (uniform() < 0.02 ? 0 : 1);

it.each([
  // Four of 20 are just above the level: one in twelve days.
  ["a share of errors at the level, 20 calls", ruleOf("error_share", 0.05), () => shareOf(20, 0.05), 0.12],
  ["a share of errors at the level, 200 calls", ruleOf("error_share", 0.05), () => shareOf(200, 0.05), 0.02],
  ["a share of errors at half the level, 20 calls", ruleOf("error_share", 0.05), () => shareOf(20, 0.025), 0.005],
  ["a mean at the level, 20 scores", ruleOf("score", 2 / 3), () => scoreOf(20, better), 0.02],
  ["a mean at the level, 200 scores", ruleOf("score", 2 / 3), () => scoreOf(200, better), 0.02],
  ["a mean of rare zeros at the level, 50 scores", ruleOf("score", 0.98), () => scoreOf(50, rare), 0.02],
])("a false alarm is rare for %s", (_name, rule, draw, most) => {
  expect(firingsOfADay(rule, draw)).toBeLessThanOrEqual(most);
});

it("would wake people several times a day without intervals", () => {
  const rule = ruleOf("error_share", 0.05);
  const bare = () => {
    const share = shareOf(20, 0.05);
    return { ...share, low: share.value };
  };
  expect(firingsOfADay(rule, bare)).toBeGreaterThan(5);
});

it("finds twice the share of errors at once", () => {
  const points = [0, 1, 2].map((at) => ({ startS: at * 300, ...shareOf(1000, 0.1) }));
  const judged = followCourse(ruleOf("error_share", 0.05), courseFrom(0), points, null);
  expect(judged.map(({ course }) => course.state)).toEqual(["pending", "firing", "firing"]);
});
