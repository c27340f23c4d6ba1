import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementsAt, JsonReader, membersAt, rawTextAt, sliceAt } from "./json-slices";

/** Every path in a value, with the value at its end. */
function* walk(value: unknown, path: (string | number)[] = []): Generator<[(string | number)[], unknown]> {
  yield [path, value];
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walk(item, [...path, index]);
  else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* walk(item, [...path, name]);
  }
}

const spacing = fc.constantFrom(undefined, 1, "\t", "\r\n ");

describe("json slices", () => {
  it("finds at every path the text that parses to the value there", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), spacing, (json, space) => {
        const value: unknown = JSON.parse(json);
        const text = space === undefined ? json : JSON.stringify(value, null, space);
        for (const [path, expected] of walk(value)) {
          const raw = rawTextAt(text, path);
          expect(raw).toBeDefined();
          expect(JSON.parse(raw ?? "")).toEqual(expected);
        }
      }),
    );
  });

  it("keeps the bytes that were sent: digits, spaces and escapes", () => {
    const text = `{ "batch" : [ {"req":{"start":{"inputs" : { "n": 1.0,  "big":123456789012345678901234567890, "s":"\\u00e9\\/"} }}} ] }`;
    expect(rawTextAt(text, ["batch", 0, "req", "start", "inputs"])).toBe(
      `{ "n": 1.0,  "big":123456789012345678901234567890, "s":"\\u00e9\\/"}`,
    );
    expect(rawTextAt("-1.5E+3", [])).toBe("-1.5E+3");
    expect(rawTextAt(' [1e400 , null,"a\\\\"]', [0])).toBe("1e400");
    expect(rawTextAt(' [1e400 , null,"a\\\\"]', [2])).toBe('"a\\\\"');
  });

  it("returns undefined if a path leads nowhere", () => {
    const text = '{"a":[1,{"b":null}],"s":"{}"}';
    for (const path of [["x"], ["a", 2], ["a", "0"], ["s", "b"], ["a", 1, "b", "c"], [0]]) {
      expect(sliceAt(text, path)).toBeUndefined();
    }
    expect(membersAt("[]")).toBeNull();
    expect(elementsAt("{}")).toBeNull();
  });

  it("uses the later of two members with the same name, and handles escaped or unusual names", () => {
    const text = '{"a":1,"\\u0061":2,"__proto__":{"x":3},"":4,"\\"":5}';
    expect(rawTextAt(text, ["a"])).toBe("2");
    expect(rawTextAt(text, ["__proto__", "x"])).toBe("3");
    expect(rawTextAt(text, [""])).toBe("4");
    expect(rawTextAt(text, ['"'])).toBe("5");
  });

  it("reads a batch once, whatever the visitor reads or skips", () => {
    const text =
      '{"project_id":"a/b","batch":[{"mode":"start","req":{"start":{"id":"1","inputs":{"x":[1,2]}}}},{}],"z":0}';
    const reader = new JsonReader(text);
    const seen: string[] = [];
    reader.object((member) => {
      if (member !== "batch") return;
      reader.array((index) => {
        reader.object((name) => {
          if (name === "mode") return;
          const { start, end } = reader.skip();
          seen.push(`${index} ${name} ${text.slice(start, end)}`);
        });
      });
    });
    expect(seen).toEqual(['0 req {"start":{"id":"1","inputs":{"x":[1,2]}}}']);
    expect(reader.array(() => undefined)).toBe(false);
  });

  it("finds the end of a string of 50 MB, with quotes and backslashes in it", () => {
    const long = `${"lorem ipsum ".repeat(50)}\\"b\\\\`.repeat(82_000);
    const text = `{"inputs":{"s":"${long}"},"after":7}`;
    expect(rawTextAt(text, ["after"])).toBe("7");
    const slice = sliceAt(text, ["inputs", "s"]);
    expect(slice && slice.end - slice.start).toBe(long.length + 2);
  });

  it("throws for truncated text instead of returning a result", () => {
    for (const text of ["{", '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":[1,2', '{"a" 1}', "{a:1}", "[1 2]", ""]) {
      expect(() => {
        membersAt(text) ?? elementsAt(text) ?? sliceAt(text, []);
      }).toThrow(SyntaxError);
    }
  });
});
