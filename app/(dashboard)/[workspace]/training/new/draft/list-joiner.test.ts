import { expect, test } from "vitest";
import { listJoiner } from "./list-joiner";

test("joins lists in order and returns the same list for the same inputs", () => {
  const join = listJoiner<number>();
  const [a, b] = [[1, 2], [3]];
  const both = join([a, b]);
  expect(both).toEqual([1, 2, 3]);
  expect(join([a, b])).toBe(both);
  expect(join([b, a])).toEqual([3, 1, 2]);
  expect(join([a])).toBe(a);
  expect(join([])).toEqual([]);
});
