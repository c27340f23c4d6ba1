import { expect, it } from "vitest";
import { jsonInText } from "./json-in-text";

it("reads a text that is one list or object, with all digits of its numbers", () => {
  expect(jsonInText(' {"seats": [1, 2]}\n')).toMatchObject({ seats: [1, 2] });
  expect(String((jsonInText("[12345678901234567890]") as unknown[])[0])).toBe("12345678901234567890");
});

it.each(["[draft] Refund of {fare}", "{not json}", "42", '"text"', "null", "", "[1, 2] and more", '{"cut": [1,'])(
  "leaves other text alone: %s",
  (text) => {
    expect(jsonInText(text)).toBeUndefined();
  },
);

it("does not read a text that is too long", () => {
  expect(jsonInText(`["${"x".repeat(1_000_000)}"]`)).toBeUndefined();
});
