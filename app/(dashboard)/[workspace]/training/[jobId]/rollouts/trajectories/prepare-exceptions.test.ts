import { expect, it } from "vitest";
import { readExceptions } from "./prepare-exceptions";

it("returns the type name without Python's wrapping", () => {
  const [first, second] = readExceptions([
    { type: "<class 'httpx.ReadTimeout'>", message: "after 60 s", traceback: "Traceback …" },
    { type: "ValueError", message: "bad" },
  ]);
  expect(first).toEqual({ type: "ReadTimeout", message: "after 60 s", traceback: "Traceback …" });
  expect(second).toEqual({ type: "ValueError", message: "bad", traceback: "" });
});

it("keeps other forms unchanged", () => {
  expect(readExceptions(["boom", { message: { code: 4 } }])).toEqual([
    { type: "Exception", message: "boom", traceback: "" },
    { type: "Exception", message: '{"code":4}', traceback: "" },
  ]);
  expect(readExceptions(null)).toEqual([]);
});
