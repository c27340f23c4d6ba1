import { expect, it } from "vitest";
import { deletedCount, deletionBatches, isConfirmed, isTypedConfirmationNeeded } from "./prepare-deletion";

const link = (id: string, parentId: string | null) => ({ id, parentId });
const links = [
  link("root", null),
  link("a", "root"),
  link("b", "a"),
  link("c", "root"),
  link("x", "y"),
  link("y", "x"),
];

it("counts calls and all their descendants, each once", () => {
  expect(deletedCount(["root"], links)).toBe(4);
  expect(deletedCount(["a", "b"], links)).toBe(2);
  expect(deletedCount(["a", "root", "other"], links)).toBe(5);
});

it("terminates when parents form a cycle", () => expect(deletedCount(["x"], links)).toBe(2));

it("requires the number of rows to be typed when many calls, or an unknown number, would be deleted", () => {
  expect([isTypedConfirmationNeeded(99), isTypedConfirmationNeeded(100), isTypedConfirmationNeeded(null)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([
    isConfirmed("9,846", 9846),
    isConfirmed(" 9846 ", 9846),
    isConfirmed("984", 9846),
    isConfirmed("", 0),
  ]).toEqual([true, true, false, false]);
});

it("sends every id once, in batches", () => {
  const ids = Array.from({ length: 250 }, (_, index) => `call-${index}`);
  const batches = deletionBatches(ids);
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(batches.flat()).toEqual(ids);
});
