import { expect, it } from "vitest";
import { differingExamples } from "./differing-examples";

const call = (id: string, user: string, message: string, release = "v1") => ({
  ...{ id, traceId: id, at: "2026-11-20 10:00:00.000000", user, message, release },
});

it("begins with the newest call, and takes those that share nothing with it before those that do", () => {
  const calls = [
    call("newest", "ann", "a"),
    call("same", "ann", "a"),
    call("other user", "bob", "a"),
    call("all new", "cy", "b", "v2"),
  ];
  expect(differingExamples(calls, 3).map(({ id }) => id)).toEqual(["newest", "all new", "other user"]);
  expect(differingExamples(calls, 9)).toHaveLength(4);
  expect(differingExamples([], 3)).toEqual([]);
});
