import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lowPriority } from "./low-priority";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("rows that are read at low priority", () => {
  it("are all passed on in order, and block their reader until the page had its turn", async () => {
    const taken: number[] = [];
    const take = lowPriority<number>((rows) => {
      taken.push(...rows);
      vi.advanceTimersByTime(8);
    });
    await take([1]);
    let isDone = false;
    const second = take([2, 3]).then(() => {
      isDone = true;
    });
    await Promise.resolve();
    expect([taken, isDone]).toEqual([[1, 2, 3], false]);
    vi.advanceTimersByTime(0);
    await second;
    expect(isDone).toBe(true);
    await take([4]);
    expect(taken).toEqual([1, 2, 3, 4]);
  });
});
