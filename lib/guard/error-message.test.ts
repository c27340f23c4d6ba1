import { expect, test } from "vitest";
import { errorMessage } from "./error-message";

class RefusedError extends Error {
  override readonly name = "RefusedError";
}

test("returns the message of an error, without its name", () => {
  expect(errorMessage(new RefusedError("The disk is full."))).toBe("The disk is full.");
});

test("returns the name of an error without a message", () => {
  expect(errorMessage(new RefusedError())).toBe("RefusedError");
  expect(errorMessage(new DOMException("", "AbortError"))).toBe("AbortError");
});

test.each([
  ["a text", "a text"],
  [undefined, "undefined"],
  [null, "null"],
  [404, "404"],
])("writes %j, which is not an error, as text", (thrown, text) => {
  expect(errorMessage(thrown)).toBe(text);
});
