import { expect, it } from "vitest";
import { parseLines } from "./parse-lines";

const ROWS = [{ text: "" }, { text: "Übergröße 🧵\n" }, { text: "x".repeat(50) }, { text: "last" }];
const bytes = new TextEncoder().encode(ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""));

it.each([1, 7, 30, 64, bytes.length, 10_000])(
  "returns the same rows, however few bytes are decoded at a time: %i",
  (piece) => {
    expect(parseLines(bytes, piece)).toEqual(ROWS);
  },
);

it("needs no line feed at the end, and returns no row of no bytes", () => {
  expect(parseLines(bytes.subarray(0, -1), 20)).toEqual(ROWS);
  expect(parseLines(new Uint8Array())).toEqual([]);
});
