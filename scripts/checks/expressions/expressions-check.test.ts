import { describe, expect, it } from "vitest";
import { expressionLiterals } from "./expression-literals";
import { slowExpressions } from "./slow-expressions";

const problems = (source: string) => slowExpressions(expressionLiterals("lib/a.tsx", source));

describe("a regular expression in a source", () => {
  it.each([
    ["const A = /^(a+)+$/;", /^lib\/a\.tsx:1: \/\^\(a\+\)\+\$\/ can divide .* exponentially\.$/],
    ["const A =\n  /^\\d+\\.?\\d*$/;", /^lib\/a\.tsx:2: .* can divide in many ways a run of "0"/],
    ['name.replace(/-+$/g, "");', /^lib\/a\.tsx:1: \/-\+\$\/g starts again at each place of a run of "-"/],
    ["const view = <p>{text.match(/\\s+x/)}</p>;", /starts again/],
    ['answer.replace(/<think>[\\s\\S]*?<\\/think>/g, "");', /reads repetitions of "<think>" to the end from each/],
    ['const A = /(?:ab|cd)(?:\\\\.|[^"])*"/;', /reads repetitions of "ab"/],
  ])("is slow: %s", (source, message) => {
    expect(problems(source)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    "const A = /^\\d+(?:\\.\\d*)?$/;",
    'name.replace(/(?<!-)-+$/g, "");',
    "const A = /^<think>[\\s\\S]*?<\\/think>/;",
    "const A = /<think>[^<]*<\\/think>/;",
    "const A = /a=[^;]*/;",
    "const half = a / b / c;",
    'const text = "/^(a+)+$/";',
    "// /^(a+)+$/",
    "const view = <p>a /(a+)+$/ b</p>;",
  ])("is not slow: %s", (source) => {
    expect(problems(source)).toEqual([]);
  });

  it("is not left out because the source cannot be read", () => {
    expect(() => expressionLiterals("lib/a.ts", "const A = /a+/; const = 1;")).toThrow(/^lib\/a\.ts cannot be parsed/);
  });
});
