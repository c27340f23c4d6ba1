import { expect, test } from "vitest";
import { interleave } from "./interleave";

const listed = (count: number, insertions: Parameters<typeof interleave<string>>[1]) => {
  const list = interleave(count, insertions);
  return Array.from({ length: list.count }, (_, index) => {
    const found = list.at(index);
    return "item" in found ? found.item : found.index;
  });
};

test("puts insertions before their positions, in order, and at both ends", () => {
  expect(listed(3, [])).toEqual([0, 1, 2]);
  expect(
    listed(3, [
      { before: 0, item: "a" },
      { before: 1, item: "b" },
      { before: 1, item: "c" },
      { before: 3, item: "d" },
    ]),
  ).toEqual(["a", 0, "b", "c", 1, 2, "d"]);
  expect(listed(0, [{ before: 0, item: "only" }])).toEqual(["only"]);
});
