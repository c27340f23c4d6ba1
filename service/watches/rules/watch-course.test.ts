import { expect, it } from "vitest";
import { type WatchSettingsInput, watchSettings } from "@/lib/api/contract/watches/watches";
import type { Point } from "@/service/traces/measures/read-measure";
import { courseFrom, followCourse } from "./watch-course";

const WIDTH = 300;

function rule(members: Partial<WatchSettingsInput> = {}, figure: "error_share" | "calls" = "error_share") {
  return watchSettings.parse({
    name: "Errors",
    measure: { figure, window_seconds: WIDTH },
    condition: { kind: "above", level: 0.1, resolve_level: 0.05 },
    for_windows: 2,
    least_calls: 10,
    ...members,
  });
}

/** Windows with these values, each of 100 calls, and the interval ±0.02. */
const windows = (...values: readonly (number | null)[]): Point[] =>
  values.map((value, at) => ({
    startS: at * WIDTH,
    value,
    low: value === null ? null : value - 0.02,
    high: value === null ? null : value + 0.02,
    calls: value === null ? 0 : 100,
  }));

const follow = (settings: ReturnType<typeof rule>, points: readonly Point[], before: Point[] | null = null) =>
  followCourse(settings, courseFrom(0), points, before);

const states = (judged: ReturnType<typeof follow>) => judged.map(({ course }) => course.state);
const events = (judged: ReturnType<typeof follow>) =>
  judged.flatMap(({ event, endS }) => (event === null ? [] : [`${event} ${endS / WIDTH}`]));

it("fires after the condition held for its windows, and resolves below its own level", () => {
  const judged = follow(rule(), windows(0.01, 0.2, 0.2, 0.08, 0.2, 0.04, 0.2));
  expect(states(judged)).toEqual(["ok", "pending", "firing", "firing", "firing", "ok", "pending"]);
  expect(events(judged)).toEqual(["firing 3", "resolved 6"]);
});

it("does not fire while the interval reaches the level", () => {
  expect(states(follow(rule(), windows(0.11, 0.11, 0.11)))).toEqual(["ok", "ok", "ok"]);
});

it("lets windows with too few calls change nothing", () => {
  const [first, second, third] = windows(0.2, 0.2, 0.2);
  if (!first || !second || !third) throw new Error("There are three windows");
  const few = { ...second, value: 1, low: 0.3, calls: 3 };
  expect(states(follow(rule(), [first, few, third]))).toEqual(["pending", "pending", "firing"]);
  expect(states(follow(rule(), [few, few, few]))).toEqual(["ok", "ok", "ok"]);
});

it("treats no data as a state of its own, never as quiet", () => {
  const settings = rule({ no_data_windows: 2 });
  const judged = follow(settings, windows(0.2, 0.2, null, null, null, 0.01));
  expect(states(judged)).toEqual(["pending", "firing", "firing", "no_data", "no_data", "ok"]);
  expect(events(judged)).toEqual(["firing 2", "no_data 4", "resolved 6"]);
  expect(states(follow(rule(), windows(null, null, null)))).toEqual(["ok", "ok", "ok"]);
});

it("fires without calls where that is its condition", () => {
  const judged = follow(rule({ condition: { kind: "no_data" } }), windows(0, null, null, 0));
  expect(events(judged)).toEqual(["firing 3", "resolved 4"]);
});

it("compares sums without an interval, and no calls as 0", () => {
  const points = [5, 0, 0].map((calls, at) => ({ startS: at * WIDTH, value: calls, low: null, high: null, calls }));
  const settings = rule({ condition: { kind: "below", level: 3 } }, "calls");
  expect(events(follow(settings, points))).toEqual(["firing 3"]);
});

it("changes only when the intervals are apart and the change is large enough", () => {
  const changed = rule({ condition: { kind: "changed", percent: 50, against: "day" }, for_windows: 1 });
  const earlier = windows(0.2, 0.2, 0.2, null);
  const judged = follow(changed, windows(0.23, 0.27, 0.31, 0.9), earlier);
  expect(judged.map(({ judgement }) => judgement)).toEqual(["clear", "clear", "meets", "few"]);
});
