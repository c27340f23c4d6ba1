import { describe, expect, it } from "vitest";
import { NO_COUNTS, oneFailure } from "@/scripts/checks/records/counts";
import { runSchedule, type Stage } from "./schedule";

/** Stages that take their expected time on a clock of their own, and the log of their starts and ends. */
function scene() {
  let nowMs = 0;
  const log: string[] = [];
  const timers: { atMs: number; resolve: () => void }[] = [];
  const stage = (name: string, expectedMs: number, options: Partial<Stage> = {}): Stage => ({
    name,
    needs: [],
    workers: 1,
    expectedMs,
    async run() {
      log.push(`${nowMs} ${name}`);
      await new Promise<void>((resolve) => timers.push({ atMs: nowMs + expectedMs, resolve }));
      return NO_COUNTS;
    },
    ...options,
  });
  const finish = async (running: Promise<unknown>) => {
    let isOver = false;
    void running.finally(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    while (!isOver) {
      timers.sort((a, b) => a.atMs - b.atMs);
      const next = timers.shift();
      if (next === undefined) break;
      nowMs = next.atMs;
      next.resolve();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
  };
  return { log, stage, finish, now: () => nowMs };
}

describe("the schedule", () => {
  it("starts first what is followed by the longest work, and nothing beyond the number of workers", async () => {
    const { log, stage, finish, now } = scene();
    const stages = [
      stage("types", 3),
      stage("units", 8),
      stage("build", 2),
      stage("browser", 9, { needs: ["build"] }),
      stage("lint", 1),
    ];
    const running = runSchedule(stages, 2, undefined, now);
    await finish(running);
    expect(log).toEqual(["0 build", "0 units", "2 browser", "8 types", "11 lint"]);
    expect((await running).map(({ name, endedAtMs }) => [name, endedAtMs])).toEqual([
      ["types", 11],
      ["units", 8],
      ["build", 2],
      ["browser", 11],
      ["lint", 12],
    ]);
  });

  it("does not run what follows a failed stage, counts it as failed, and runs the rest", async () => {
    const { log, stage, finish, now } = scene();
    const stages = [
      stage("build", 2, { run: async () => oneFailure("no such module") }),
      stage("browser", 9, { needs: ["build"] }),
      stage("lint", 1),
    ];
    const running = runSchedule(stages, 2, undefined, now);
    await finish(running);
    expect(log).toEqual(["0 lint"]);
    expect((await running).map(({ counts }) => counts.failures)).toEqual([
      ["no such module"],
      ["browser did not run, since this failed: build"],
      [],
    ]);
  });

  it("counts a stage that throws as one failure with its message", async () => {
    const { stage, finish, now } = scene();
    const thrown = stage("build", 2, { run: () => Promise.reject(new Error("the disk is full")) });
    const running = runSchedule([thrown], 1, undefined, now);
    await finish(running);
    expect(await running).toMatchObject([{ counts: { failed: 1, failures: ["build: the disk is full"] } }]);
  });

  it("rejects stages that wait for each other", async () => {
    const { stage } = scene();
    const circle = [stage("a", 1, { needs: ["b"] }), stage("b", 1, { needs: ["a"] })];
    await expect(runSchedule(circle, 2)).rejects.toThrow("wait for stages that do not exist, or for each other: a, b");
  });
});
