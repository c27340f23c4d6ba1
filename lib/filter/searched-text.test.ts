import { expect, it } from "vitest";
import { searchedText } from "./searched-text";

it("is the first free text of a query, as it is searched", () => {
  expect(searchedText("status:error refund fare")).toBe("refund");
  expect(searchedText('op:chat "no seats"')).toBe("no seats");
  expect(searchedText("-refund fare")).toBe("fare");
});

it("is empty in a query without free text", () => {
  expect(["", "status:error", "-refund"].map(searchedText)).toEqual(["", "", ""]);
});
