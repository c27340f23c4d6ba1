import { expect, it } from "vitest";
import { columnWidth, readIndexes } from "./prepare-column-layout";

it("fills the pane with up to four columns and makes more columns a fourth of it wide", () => {
  expect(columnWidth(1060, 4)).toBe(265);
  expect(columnWidth(1060, 16)).toBe(265);
  expect(columnWidth(1060, 2)).toBe(530);
  expect(columnWidth(600, 4)).toBe(300);
});

it("shows one column on a phone", () => {
  expect(columnWidth(390, 4)).toBe(390);
  expect(columnWidth(0, 4)).toBe(0);
});

it("reads a small group completely, and the visible part of a large one", () => {
  expect(readIndexes(4, [0, 1])).toEqual([0, 1, 2, 3]);
  expect(readIndexes(64, [20, 21, 64])).toEqual([...Array(16).keys(), 20, 21]);
});
