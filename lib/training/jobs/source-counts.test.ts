import { expect, test } from "vitest";
import { addOriginCounts, originCountsText } from "./source-counts";

test("names existing sources only", () => {
  expect(originCountsText({ thread: 0, trace: 0, row: 0 })).toBe("");
  expect(originCountsText({ thread: 200, trace: 0, row: 0 })).toBe("200 threads");
  expect(originCountsText({ thread: 1, trace: 0, row: 3 })).toBe("1 thread and 3 table rows");
  expect(originCountsText({ thread: 2, trace: 1, row: 1 })).toBe("2 threads, 1 trace and 1 table row");
});

test("adds up over jobs", () => {
  const one = { thread: 1, trace: 2, row: 3 };
  expect(addOriginCounts([one, one])).toEqual({ thread: 2, trace: 4, row: 6 });
});
