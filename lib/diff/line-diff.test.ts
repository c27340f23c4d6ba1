import { describe, expect, it } from "vitest";
import { runInTimeSlices, runSynchronously } from "@/lib/scheduling/run-in-time-slices";
import { sized } from "@/test/setup/test-length";
import { diffLines, type LineRun } from "./line-diff";
import { lineTextOf } from "./line-text";

const diff = (left: readonly string[], right: readonly string[]) =>
  runSynchronously(diffLines(lineTextOf(left), lineTextOf(right)));

/** Builds the right side from the runs, which a comparison must always allow. */
function rebuilt(left: readonly string[], right: readonly string[], runs: readonly LineRun[]) {
  let [leftAt, rightAt] = [0, 0];
  const built: string[] = [];
  runs.forEach((run, index) => {
    expect([run.left, run.right]).toEqual([leftAt, rightAt]);
    if (index > 0) expect(run.isSame).toBe(!runs[index - 1]?.isSame);
    const source = run.isSame ? left.slice(run.left, run.left + run.leftCount) : null;
    built.push(...(source ?? right.slice(run.right, run.right + run.rightCount)));
    leftAt += run.leftCount;
    rightAt += run.rightCount;
  });
  expect(leftAt).toBe(left.length);
  return built;
}

const numbered = (count: number, word = "line") => Array.from({ length: count }, (_, index) => `${word} ${index}`);

/** The same random numbers in every run of the tests. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
}

describe("a comparison of lines", () => {
  it("finds nothing between equal sides and everything between empty ones", () => {
    expect(diff([], [])).toEqual([]);
    expect(diff(["a"], ["a"])).toEqual([{ isSame: true, left: 0, leftCount: 1, right: 0, rightCount: 1 }]);
    expect(diff([], ["a", "b"])).toEqual([{ isSame: false, left: 0, leftCount: 0, right: 0, rightCount: 2 }]);
    expect(diff(["a"], [])).toEqual([{ isSame: false, left: 0, leftCount: 1, right: 0, rightCount: 0 }]);
  });

  it("reports a changed line between equal ones", () => {
    expect(diff(["a", "b", "c"], ["a", "x", "c"])).toEqual([
      { isSame: true, left: 0, leftCount: 1, right: 0, rightCount: 1 },
      { isSame: false, left: 1, leftCount: 1, right: 1, rightCount: 1 },
      { isSame: true, left: 2, leftCount: 1, right: 2, rightCount: 1 },
    ]);
  });

  it("always leads from the left side to the right one", () => {
    const random = randomFrom(7);
    for (const size of [...Array<number>(40).fill(30), ...Array<number>(sized({ once: 4, all: 20 })).fill(2500)]) {
      const left = Array.from({ length: size }, () => `l${random(size / 3)}`);
      const right = left.flatMap((line) => (random(9) === 0 ? [] : random(9) === 0 ? [line, `n${random(9)}`] : [line]));
      expect(rebuilt(left, right, diff(left, right))).toEqual(right);
    }
  });

  it("finds three changes in two hundred thousand lines, also when lines were moved in", () => {
    const left = numbered(200_000);
    const right = [...left.slice(0, 50_000), "new", ...left.slice(50_001, 150_000), "a", "b", ...left.slice(150_000)];
    right[right.length - 10] = "end";
    const changed = diff(left, right).filter((run) => !run.isSame);
    expect(changed.map(({ leftCount, rightCount }) => [leftCount, rightCount])).toEqual([
      [1, 1],
      [0, 2],
      [1, 1],
    ]);
  });

  it("reports long sides with nothing in common as replaced", () => {
    const runs = diff(numbered(30_000, "a"), numbered(20_000, "b"));
    expect(runs).toEqual([{ isSame: false, left: 0, leftCount: 30_000, right: 0, rightCount: 20_000 }]);
  });

  it("yields to other work meanwhile, and ends when it is stopped", async () => {
    const stop = new AbortController();
    const work = runInTimeSlices(
      diffLines(lineTextOf(numbered(400_000, "a")), lineTextOf(numbered(400_000, "b"))),
      stop.signal,
    );
    stop.abort();
    await expect(work).rejects.toThrow("abort");
  });
});
