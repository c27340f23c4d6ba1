import { describe, expect, it } from "vitest";
import { delimitedLine, neutralised } from "./delimited-text";

describe("a line of a delimited file", () => {
  it("quotes only cells that would break it", () => {
    expect(delimitedLine(["plain", "a,b", 'say "hi"', "two\nlines", "", null], "csv")).toBe(
      'plain,"a,b","say ""hi""","two\nlines",,\r\n',
    );
    expect(delimitedLine(["a,b", "tab\there", "x"], "tsv")).toBe('a,b\t"tab\there"\tx\r\n');
  });

  it.each([
    "=1+1",
    "+SUM(A1)",
    "-2+3",
    "@cmd",
    "\tx",
    "\r=1",
    "\n=1",
    "＝1+1",
    "  =1+1",
    "\u00a0@cmd",
    "\ufeff=1",
    '=HYPERLINK("http://x")',
  ])("is never run as a formula: %j", (text) => {
    expect(neutralised(text)).toBe(`'${text}`);
  });

  it.each(["-5", "+3.25", "-0.10", "1e-7", "-1E+400", "9007199254740993", ".5", " -5"])(
    "keeps the number %s",
    (text) => {
      expect(neutralised(text)).toBe(text);
    },
  );

  it("keeps texts with a sign in the middle", () => {
    expect(neutralised("a=b")).toBe("a=b");
    expect(neutralised("2026-11-21")).toBe("2026-11-21");
  });

  it("neutralizes formulas before it quotes, so that quotes hide nothing", () => {
    expect(delimitedLine(['=A1,"x"'], "csv")).toBe('"\'=A1,""x"""\r\n');
  });
});
