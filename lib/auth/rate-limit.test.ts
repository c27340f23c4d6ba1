import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppDatabase } from "@/lib/database/app-database";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { type Limiter, limitersOf } from "./limiters";
import { RateLimitedError, refuseWhenSpent, takeRequest } from "./rate-limit";

const START = new Date("2026-11-20T12:00:00.000Z");
const SECONDS = 60;

let database: AppDatabase;
let remove: () => Promise<void>;
let limiter: Limiter;

beforeEach(async () => {
  ({ database, remove } = await openTemporaryDatabase());
  limiter = limitersOf(database)("clock", { points: 2, duration: SECONDS });
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});

afterEach(async () => {
  vi.useRealTimers();
  await remove();
});

const stepClock = (seconds: number) => vi.setSystemTime(new Date(START.getTime() + seconds * 1000));

async function outcomes(times: number): Promise<string[]> {
  const seen: string[] = [];
  for (let time = 0; time < times; time += 1) {
    try {
      await refuseWhenSpent(limiter, "other");
      await takeRequest(limiter, "caller");
      seen.push("taken");
    } catch (error) {
      seen.push(error instanceof RateLimitedError ? `wait ${error.retryAfterSeconds}` : String(error));
    }
  }
  return seen;
}

describe("a limit of requests, when the clock steps back", () => {
  it("by less than its time, goes on counting", async () => {
    expect(await outcomes(1)).toEqual(["taken"]);
    stepClock(-30);
    expect(await outcomes(2)).toEqual(["taken", "wait 90"]);
  });

  it("by hours, refuses nobody until the clock is there again, and still counts", async () => {
    expect(await outcomes(3)).toEqual(["taken", "taken", "wait 60"]);
    stepClock(-5 * 3600);
    expect(await outcomes(3)).toEqual(["taken", "taken", "wait 60"]);
  });

  it("by hours, forgets that it was spent also where it is only checked", async () => {
    for (let request = 0; request < 2; request += 1) await takeRequest(limiter, "other");
    await expect(refuseWhenSpent(limiter, "other")).rejects.toThrow(RateLimitedError);
    stepClock(-5 * 3600);
    await refuseWhenSpent(limiter, "other");
  });
});
