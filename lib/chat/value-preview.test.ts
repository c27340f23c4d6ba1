import { expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { valuePreview } from "./value-preview";

it("shows names with short values, and lists and objects by their number of entries", () => {
  const user = { payment_methods: [1, 2], address: { city: "Paris" }, name: "Amir", member: true, middle: null };
  expect(valuePreview(user)).toBe('{ payment_methods: [2], address: {1}, name: "Amir", member: true, middle: null }');
  expect(valuePreview(["a", 1, [2]])).toBe('[ "a", 1, [1] ]');
  expect([valuePreview({}), valuePreview([]), valuePreview(null), valuePreview(undefined)]).toEqual([
    "{}",
    "[]",
    "null",
    "null",
  ]);
});

it("ends with dots where more follows", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member_${index}`, index]));
  const line = valuePreview(many);
  expect(line).toMatch(/^\{ member_0: 0, .*, … \}$/);
  expect(line.length).toBeLessThan(200);
});

it("writes texts in one line, and a long one not to its end", () => {
  expect(valuePreview("two\n\n  flights")).toBe("two flights");
  expect(valuePreview("x".repeat(10_000))).toMatch(/^x{160}…$/);
  expect(valuePreview({ note: "y".repeat(10_000) })).toMatch(/^\{ note: "y{60}…" \}$/);
});

it("keeps all digits of numbers", () => {
  expect(valuePreview(parseJson('{"id": 12345678901234567890}'))).toBe("{ id: 12345678901234567890 }");
});
