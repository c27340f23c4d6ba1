import { describe, expect, it } from "vitest";
import { processInSlices } from "./slice-iterable";

async function* numbers(count: number, work: () => void): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) {
    work();
    yield number;
  }
}

describe("work in slices", () => {
  it("returns the same items in order, with a pause after each slice", async () => {
    let clockMs = 0;
    const pausesAt: number[] = [];
    const items = processInSlices(
      numbers(10, () => {
        clockMs += 5;
      }),
      {
        sliceMs: 12,
        now: () => clockMs,
        pause: async () => {
          pausesAt.push(clockMs);
          clockMs += 100;
        },
      },
    );
    const seen: number[] = [];
    for await (const item of items) seen.push(item);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // The pause itself does not count as work.
    expect(pausesAt).toEqual([15, 130, 245]);
  });
});
