import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonTooDeep, pythonFloat, pythonJson, pythonLength } from "@/service/kernel/json/python-json";

describe("the Python form of JSON", () => {
  it("writes floats as Python's repr does", () => {
    const pairs: [string, string][] = [
      ["1.0", "1.0"],
      ["1e2", "100.0"],
      ["0.1", "0.1"],
      ["1e-4", "0.0001"],
      ["0.00001", "1e-05"],
      ["1e15", "1000000000000000.0"],
      ["1E16", "1e+16"],
      ["123456789012345680000.0", "1.2345678901234568e+20"],
      ["-0.0", "-0.0"],
      ["-0", "0"],
      ["0e5", "0.0"],
      ["5e-324", "5e-324"],
      ["1.7976931348623157e308", "1.7976931348623157e+308"],
      ["1e400", "Infinity"],
      ["-1e400", "-Infinity"],
      ["123456789012345678901234567890", "123456789012345678901234567890"],
      ["-7", "-7"],
    ];
    for (const [token, expected] of pairs) expect(pythonJson(token)).toBe(expected);
    expect(pythonFloat(Number.NaN)).toBe("NaN");
  });

  it("sorts keys by code point and keeps the last of two with one name", () => {
    expect(pythonJson('{"\\uffff":1,"\\ud83d\\ude00":2,"\\ud800":3,"b":4,"a":5,"b":6}')).toBe(
      '{"a": 5, "b": 6, "\\ud800": 3, "\\uffff": 1, "\\ud83d\\ude00": 2}',
    );
    expect(pythonJson('{"\\udc00":1,"\\ud83d\\ude00":2,"\\ud83dz":3}')).toBe(
      '{"\\ud83dz": 3, "\\udc00": 1, "\\ud83d\\ude00": 2}',
    );
    expect(pythonJson('{"a":1,"a":2}')).toBe('{"a": 2}');
    expect(pythonJson('{"aa":1,"a":2,"":3,"__proto__":4}')).toBe('{"": 3, "__proto__": 4, "a": 2, "aa": 1}');
  });

  it("escapes what Python escapes and nothing else", () => {
    expect(pythonJson('"\\/ / \\u0041 \\u007f \\u0000 \\b\\f\\n\\r\\t \\" \\\\ é \u2028 😀"')).toBe(
      '"/ / A \\u007f \\u0000 \\b\\f\\n\\r\\t \\" \\\\ \\u00e9 \\u2028 \\ud83d\\ude00"',
    );
    expect(pythonJson('"\\\\/ \\\\u0041"')).toBe('"\\\\/ \\\\u0041"');
  });

  it("has the predicted length, for any JSON and any spacing", () => {
    const anyText = fc.string({ unit: "binary" });
    const anyJson = fc.json({ stringUnit: "binary", maxDepth: 4 });
    fc.assert(
      fc.property(anyJson, anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), (json, text, number) => {
        const value: unknown = JSON.parse(json);
        for (const sent of [json, JSON.stringify({ z: value, text, number }, null, 2)]) {
          expect(pythonLength(sent)).toBe(pythonJson(sent).length);
          expect(JSON.parse(pythonJson(sent))).toEqual(JSON.parse(sent));
        }
      }),
    );
  });

  it("produces the same text for any order of members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.double()), (record) => {
        const turned = Object.fromEntries(Object.entries(record).reverse());
        expect(pythonJson(JSON.stringify(turned))).toBe(pythonJson(JSON.stringify(record)));
      }),
    );
  });

  it("refuses values that no Python server could read, and still measures them", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(() => pythonJson(deep)).toThrow(JsonTooDeep);
    expect(pythonLength(deep)).toBe(200_000);
  });

  const python = spawnSync("python3", ["-c", "print(1)"]).status === 0;
  it.runIf(python)("matches Python's own output, where Python is installed", () => {
    const samples = fc.sample(fc.json({ stringUnit: "binary", maxDepth: 4 }), { numRuns: 200, seed: 7 });
    const floats = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 500, seed: 7 });
    const sent = [...samples, ...floats.map((value) => value.toExponential())];
    const script = "import json,sys\nfor line in sys.stdin: print(json.dumps(json.loads(line), sort_keys=True))";
    const run = spawnSync("python3", ["-c", script], { input: sent.join("\n"), encoding: "utf8" });
    expect(run.stdout.trimEnd().split("\n")).toEqual(sent.map(pythonJson));
  });
});
