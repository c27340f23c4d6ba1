import { expect, test } from "vitest";
import { priorityChoices, priorityName, queueText } from "./job-queue";

test("names the priorities that pages offer, and shows others as numbers", () => {
  expect([10, 0, -10, 3].map(priorityName)).toEqual(["High", "Normal", "Low", "3"]);
});

test("offers the current priority too if it is not one of the offered ones", () => {
  expect(priorityChoices(0).map(({ label }) => label)).toEqual(["High", "Normal", "Low"]);
  expect(priorityChoices(3).map(({ priority }) => priority)).toEqual([3, 10, 0, -10]);
});

test("says which job starts next", () => {
  expect([1, 2, 1200].map(queueText)).toEqual([
    "next in the queue",
    "number 2 in the queue",
    "number 1,200 in the queue",
  ]);
});
