import { describe, expect, it } from "vitest";
import { maxConcurrentQueries, SERVICE_THREADS } from "./engine-threads";

describe("concurrent queries", () => {
  it("leave a thread for the writer and one for stopping queries when there are at least four", () => {
    for (const threads of [4, 5, 8, SERVICE_THREADS, 1024]) {
      const { readers, streams } = maxConcurrentQueries(threads);
      expect(readers + streams).toBeLessThanOrEqual(threads - 2);
    }
  });

  it("include at least one of each kind", () => {
    expect(maxConcurrentQueries(1)).toEqual({ readers: 1, streams: 1 });
  });
});
