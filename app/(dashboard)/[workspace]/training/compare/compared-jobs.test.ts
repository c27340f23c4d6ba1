import { expect, test } from "vitest";
import { distinctIds } from "./compared-jobs";

test("shows whole ids where short ones are equal", () => {
  expect(distinctIds(["0199a7c2-0000-7000-8000-0000000000ab", "0199a7c2-0000-7000-8000-0000000000cd"])).toEqual([
    ...["…000000ab", "…000000cd"],
  ]);
  const alike = ["0199a7c2-0000-7000-8000-0000000000ab", "0199a7c2-1111-7000-8000-0000000000ab"];
  expect(distinctIds(alike)).toEqual(alike);
  expect(distinctIds(["job-1", "job-2"])).toEqual(["job-1", "job-2"]);
});
