import { describe, expect, it } from "vitest";
import { queriesAtOnce, serviceThreads } from "./engine-threads";

describe("queries at once", () => {
  it("leave a thread for the writer and one for stopping queries, where there are four or more", () => {
    for (const threads of [4, 5, 8, serviceThreads, 1024]) {
      const { readers, streams } = queriesAtOnce(threads);
      expect(readers + streams).toBeLessThanOrEqual(threads - 2);
    }
  });

  it("are at least one of each kind", () => {
    expect(queriesAtOnce(1)).toEqual({ readers: 1, streams: 1 });
  });
});
