import { LosslessNumber } from "lossless-json";
import { expect, test } from "vitest";
import { isMembers } from "@/lib/json/value/members";
import { isJsonObject } from "./json-object";

test.each([{}, { a: 1 }, Object.create(null)])("accepts the object %j", (value) => {
  expect(isJsonObject(value)).toBe(true);
  expect(isMembers(value)).toBe(true);
});

test.each([null, undefined, [], [{}], "text", "", 1, 0, true, false])("refuses %j", (value) => {
  expect(isJsonObject(value)).toBe(false);
  expect(isMembers(value)).toBe(false);
});

test("does not take a number that kept its digits for an object with members", () => {
  expect(isMembers(new LosslessNumber("12345678901234567890"))).toBe(false);
});
