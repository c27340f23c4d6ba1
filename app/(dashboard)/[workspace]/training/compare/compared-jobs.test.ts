import { expect, test } from "vitest";
import { distinctIds } from "./compared-jobs";

test("shortens ids as far as they stay distinct", () => {
  expect(distinctIds(["0199a7c2-0000-7000-8000-000000000001", "01aaaaaa-0000-7000-8000-000000000001"])).toEqual([
    ...["0199a7c2", "01aaaaaa"],
  ]);
  expect(distinctIds(["0199a7c2-0000-7000-8000-0000000000ab", "0199a7c2-0000-7000-8000-0000000000cd"])).toEqual([
    ...["…000000ab", "…000000cd"],
  ]);
  const alike = ["0199a7c2-0000-7000-8000-0000000000ab", "0199a7c2-1111-7000-8000-0000000000ab"];
  expect(distinctIds(alike)).toEqual(alike);
  expect(distinctIds(["job-1", "job-2"])).toEqual(["job-1", "job-2"]);
});
