import { expect, it } from "vitest";
import { seededIntegers } from "@/lib/evaluation/statistics/seeded-random";
import { sized } from "@/test/setup/test-length";
import { commonValues } from "./common-values";

const json = (attributes: object) => JSON.stringify(attributes);
const repeat = (count: number, attributes: object) => new Array<string>(count).fill(json(attributes));

it("counts what the calls of an issue have more often, what is least likely chance first", () => {
  const issue = [...repeat(30, { env: "prod", model: { name: "a" }, retry: true }), ...repeat(10, { env: "dev" })];
  const others = [
    ...repeat(5, { env: "prod", model: { name: "a" } }),
    ...repeat(95, { env: "dev", model: { name: "a" } }),
  ];
  expect(commonValues(issue, others)).toEqual([
    { field: "attributes.retry", value: "true", call_count: 30, other_count: 0, is_within_noise: false },
    { field: "attributes.env", value: "prod", call_count: 30, other_count: 5, is_within_noise: false },
  ]);
});

it("shows a small difference as noise, and a value that is rarer not at all", () => {
  const issue = [...repeat(11, { env: "prod" }), ...repeat(9, { env: "dev" })];
  const others = [...repeat(10, { env: "prod" }), ...repeat(10, { env: "dev" })];
  expect(commonValues(issue, others)).toEqual([
    { field: "attributes.env", value: "prod", call_count: 11, other_count: 10, is_within_noise: true },
  ]);
});

it("leaves out a value that few calls of the issue have when chance makes such a difference, and keeps it otherwise", () => {
  const cases = (counts: readonly number[]) => counts.flatMap((count, at) => repeat(count, { task: `case-${at}` }));
  const issue = [...cases(new Array<number>(20).fill(4)), ...repeat(3, { canary: true })];
  expect(commonValues(issue, cases(new Array<number>(20).fill(3)))).toEqual([]);
  expect(commonValues([...issue, ...repeat(4, { canary: true })], repeat(400, { task: "other" }))).toContainEqual(
    expect.objectContaining({ field: "attributes.canary", call_count: 7, is_within_noise: false }),
  );
});

it("compares nothing without calls on both sides, and leaves out what is long, empty, deep or a list", () => {
  expect(commonValues([], repeat(9, { env: "prod" }))).toEqual([]);
  expect(commonValues(repeat(9, { env: "prod" }), [])).toEqual([]);
  const odd = { text: "x".repeat(200), none: null, empty: "", list: [1], a: { b: { c: { d: 1 } } } };
  expect(commonValues(repeat(9, odd), ["", ...repeat(9, {})])).toEqual([]);
});

it("finds a difference in calls that do not differ at most once in twenty looks", () => {
  const looks = sized({ once: 200, all: 1000, long: 4000 });
  const next = seededIntegers();
  const draw = (kinds: number) => next() % kinds;
  const call = () =>
    json({
      env: draw(2),
      region: draw(5),
      model: draw(3) === 0 ? "a" : "b",
      user: draw(50),
      id: draw(100_000),
      n: draw(8),
    });
  const calls = (count: number) => Array.from({ length: count }, call);
  let alarms = 0;
  for (let look = 0; look < looks; look++) {
    const found = commonValues(calls(20 + draw(100)), calls(200));
    if (found.some((value) => !value.is_within_noise)) alarms += 1;
  }
  expect(alarms / looks).toBeLessThanOrEqual(0.05);
});

it("finds a value that half of the calls of an issue have, and a tenth of the others", () => {
  const issue = [...repeat(20, { region: "eu" }), ...repeat(20, { region: "us" })];
  const others = [...repeat(20, { region: "eu" }), ...repeat(180, { region: "us" })];
  expect(commonValues(issue, others)).toMatchObject([{ value: "eu", is_within_noise: false }]);
});
