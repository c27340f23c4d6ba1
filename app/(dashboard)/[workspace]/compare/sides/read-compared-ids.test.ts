import { expect, test } from "vitest";
import { compareHref } from "@/lib/address/compare-href";
import { movedBy, readCompared, withoutMissingSides } from "./read-compared-ids";

const address = { calls: [] as string[], threads: [] as string[], base: null, with: null };
const ids = (compared: ReturnType<typeof readCompared>) => compared.sources.map(({ id }) => id);

test("takes each id once and says which came twice", () => {
  const compared = readCompared({ ...address, calls: ["a", "b", "a", " "] });
  expect(ids(compared)).toEqual(["a", "b"]);
  expect(compared.repeated).toEqual(["a"]);
});

test("takes six at most and says how many were left out", () => {
  const compared = readCompared({ ...address, calls: [..."abcdefgh"] });
  expect(ids(compared)).toEqual([..."abcdef"]);
  expect(compared.leftOut).toBe(2);
});

test("measures against the first unless another is named, and never against itself", () => {
  const three = { ...address, calls: ["a", "b", "c"] };
  expect(readCompared(three)).toMatchObject({ base: 0, column: 1 });
  expect(readCompared({ ...three, base: "b" })).toMatchObject({ base: 1, column: 0 });
  expect(readCompared({ ...three, base: "b", with: "c" })).toMatchObject({ base: 1, column: 2 });
  expect(readCompared({ ...three, base: "b", with: "b" })).toMatchObject({ base: 1, column: 0 });
  expect(readCompared({ ...three, base: "gone", with: "gone" })).toMatchObject({ base: 0, column: 1 });
  expect(readCompared({ ...address, calls: ["a"] })).toMatchObject({ base: 0, column: 0 });
});

test("neither measures against a side that is missing, nor compares it", () => {
  const compared = readCompared({ ...address, calls: ["a", "b", "c"] });
  expect(withoutMissingSides(compared, [false, true, false])).toMatchObject({ base: 0, column: 2 });
  expect(withoutMissingSides(compared, [true, false, false])).toMatchObject({ base: 1, column: 2 });
  expect(withoutMissingSides(compared, [false, false, false])).toMatchObject({ base: 0, column: 1 });
  expect(withoutMissingSides(compared, [true, true, false])).toMatchObject({ base: 2, column: 2 });
});

test("takes threads where there are any", () => {
  const compared = readCompared({ ...address, calls: ["a"], threads: ["t"] });
  expect(compared).toMatchObject({ kind: "threads", sources: [{ kind: "thread", id: "t" }] });
});

test("moves a side by one place and not over the ends", () => {
  expect(movedBy(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(movedBy(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
});

test("writes ids with commas so that they stay one", () => {
  expect(compareHref("w", "threads", ["a,b", "c"])).toBe("/w/compare?threads=a%252Cb%2Cc");
});
