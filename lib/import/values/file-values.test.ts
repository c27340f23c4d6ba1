import { describe, expect, it } from "vitest";
import type { FileValue } from "./file-value";
import { readFileValues } from "./file-values";

async function read(text: string): Promise<FileValue[]> {
  async function* chunks() {
    // Pieces of seven characters: no chunk may end where a value does.
    for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
  }
  const values = [];
  for await (const value of readFileValues(chunks())) values.push(value);
  return values;
}

const value = (filePosition: string, content: unknown) => ({ kind: "value", filePosition, value: content });

describe("a file of JSON objects", () => {
  it.each([2, 1, "\t"])("may be printed over several lines, indented by %j", async (indent) => {
    const [first, second] = [{ a: { text: "{ [", list: [1, { b: '\\"' }] } }, { c: null }];
    const text = `${JSON.stringify(first, null, indent)}\n\n${JSON.stringify(second, null, indent)}\n`;
    const lines = JSON.stringify(first, null, indent).split("\n").length;
    expect(await read(text)).toEqual([
      value(`lines 1 to ${lines}`, first),
      value(`lines ${lines + 2} to ${lines + 4}`, second),
    ]);
  });

  it("may be printed without indentation, as Python does with indent=0", async () => {
    expect(await read('{\n"a": [\n{\n"b": 1\n},\n{}\n]\n}\n{"c": 2}')).toEqual([
      value("lines 1 to 8", { a: [{ b: 1 }, {}] }),
      value("line 9", { c: 2 }),
    ]);
  });

  it("loses only the value that was cut, and names its line", async () => {
    const unreadable = (filePosition: string) => ({
      kind: "unreadable",
      filePosition,
      reason: expect.stringContaining("Not JSON"),
    });
    expect(await read('{"a": 1,\n{"b": 2}\n{"c": [\n"cut"\n{"d": 4}\n{"e": {')).toEqual([
      unreadable("line 1"),
      value("line 2", { b: 2 }),
      unreadable("lines 3 to 4"),
      value("line 5", { d: 4 }),
      unreadable("line 6"),
    ]);
  });

  it("may have NaN and infinite numbers, as Python writes them: they become null and are counted", async () => {
    expect(await read('{"a": NaN, "b": [-Infinity, "NaN"]}\n{"a": 1}\n[1]')).toEqual([
      { ...value("line 1", { a: null, b: [null, "NaN"] }), nonFiniteCount: 2 },
      value("line 2", { a: 1 }),
      value("line 3", [1]),
    ]);
  });
});
