import { expect, test } from "vitest";
import { compareHref } from "@/lib/address/compare-href";
import { movedBy, readCompared, withoutMissingSides } from "./read-compared-ids";

const address = { calls: [] as string[], threads: [] as string[], base: null, with: null };
const ids = (compared: ReturnType<typeof readCompared>) => compared.sources.map(({ id }) => id);

test("keeps each id once and reports duplicates", () => {
  const compared = readCompared({ ...address, calls: ["a", "b", "a", " "] });
  expect(ids(compared)).toEqual(["a", "b"]);
  expect(compared.repeated).toEqual(["a"]);
});

test("keeps six at most and reports how many were ignored", () => {
  const compared = readCompared({ ...address, calls: [..."abcdefgh"] });
  expect(ids(compared)).toEqual([..."abcdef"]);
  expect(compared.leftOut).toBe(2);
});

test("uses the first side as the base unless another is named, and never compares it with itself", () => {
  const three = { ...address, calls: ["a", "b", "c"] };
  expect(readCompared(three)).toMatchObject({ base: 0, column: 1 });
  expect(readCompared({ ...three, base: "b" })).toMatchObject({ base: 1, column: 0 });
  expect(readCompared({ ...three, base: "b", with: "c" })).toMatchObject({ base: 1, column: 2 });
  expect(readCompared({ ...three, base: "b", with: "b" })).toMatchObject({ base: 1, column: 0 });
  expect(readCompared({ ...three, base: "gone", with: "gone" })).toMatchObject({ base: 0, column: 1 });
  expect(readCompared({ ...address, calls: ["a"] })).toMatchObject({ base: 0, column: 0 });
});

test("neither uses a missing side as the base, nor compares it", () => {
  const compared = readCompared({ ...address, calls: ["a", "b", "c"] });
  expect(withoutMissingSides(compared, [false, true, false])).toMatchObject({ base: 0, column: 2 });
  expect(withoutMissingSides(compared, [true, false, false])).toMatchObject({ base: 1, column: 2 });
  expect(withoutMissingSides(compared, [false, false, false])).toMatchObject({ base: 0, column: 1 });
  expect(withoutMissingSides(compared, [true, true, false])).toMatchObject({ base: 2, column: 2 });
});

test("prefers threads when there are any", () => {
  const compared = readCompared({ ...address, calls: ["a"], threads: ["t"] });
  expect(compared).toMatchObject({ kind: "threads", sources: [{ kind: "thread", id: "t" }] });
});

test("moves a side by one position, but not past the ends", () => {
  expect(movedBy(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(movedBy(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
});

test("escapes commas in ids", () => {
  expect(compareHref("w", "threads", ["a,b", "c"])).toBe("/w/compare?threads=a%252Cb%2Cc");
});
