import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { runSynchronously } from "@/lib/scheduling/run-in-time-slices";
import { jsonLines, linesOfText } from "./pretty-lines";

const json = (value: unknown, like?: unknown) => [...runSynchronously(jsonLines(value, like))];
const text = (value: unknown) => [...runSynchronously(linesOfText(value))];

describe("a value as lines of JSON", () => {
  it("is indented, with plain names bare and others quoted", () => {
    expect(json({ name: "a", "odd name": [1, true, null], none: {}, list: [] })).toEqual([
      "{",
      '  name: "a",',
      '  "odd name": [',
      "    1,",
      "    true,",
      "    null",
      "  ],",
      "  none: {},",
      "  list: []",
      "}",
    ]);
  });

  it("keeps the digits of numbers", () => {
    expect(json(parseJson("[1.0, 9007199254740993, 1e400]"))).toEqual([
      "[",
      "  1.0,",
      "  9007199254740993,",
      "  1e400",
      "]",
    ]);
  });

  it("uses the member order of the other side, so that order alone is not a difference", () => {
    const left = { a: 1, b: { x: 1, y: 2 }, c: 3 };
    const right = { c: 3, new: 4, b: { y: 2, x: 1 }, a: 1 };
    expect(
      json(right, left)
        .filter((line) => !line.includes("new"))
        .map((line) => line.replace(/,$/, "")),
    ).toEqual(json(left).map((line) => line.replace(/,$/, "")));
  });

  it("writes values of any depth, without prototype members", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(json(deep)).toHaveLength(100_001);
    expect(json({ a: 1 }, { constructor: 1, a: 2 })).toEqual(["{", "  a: 1", "}"]);
  });

  it("writes a single value", () => {
    expect(json("x")).toEqual(['"x"']);
    expect(json(null)).toEqual(["null"]);
    expect(json({})).toEqual(["{}"]);
  });
});

describe("a value as text", () => {
  it("keeps the line breaks of its strings, each under its path", () => {
    expect(text({ messages: [{ role: "system", content: "one\ntwo" }], n: 2 })).toEqual([
      "messages[0].role: system",
      "messages[0].content:",
      "one",
      "two",
      "n: 2",
    ]);
  });

  it("is the string itself when there is nothing else", () => {
    expect(text("a\nb")).toEqual(["a", "b"]);
  });
});
