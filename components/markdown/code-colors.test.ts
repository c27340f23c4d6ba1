import { describe, expect, it } from "vitest";
import { colorCode, coloredLanguage } from "./code-colors";

const textOf = (runs: Awaited<ReturnType<typeof colorCode>>) => runs?.map(({ text }) => text).join("");

describe("the language of code", () => {
  it.each([
    ["python", "python"],
    ["PY", "python"],
    ['ts title="a.ts"', "typescript"],
    ["c++", "cpp"],
    ["console", "bash"],
  ])("%s is %s", (name, language) => {
    expect(coloredLanguage(name)).toBe(language);
  });

  it.each(["", "brainfuck", "__proto__", "constructor", "toString", "../x"])("%j has no colors", (name) => {
    expect(coloredLanguage(name)).toBeNull();
  });
});

describe("colored code", () => {
  it.each(["bash", "c", "css", "diff", "go", "java", "json", "php", "ruby", "rust", "sql", "xml", "yaml"])(
    "in %s has the text of the code",
    async (language) => {
      const code = 'if (a < 1) { "text" } # comment\n+ added\n<b title="x">y</b>\n';
      expect(textOf(await colorCode(code, language))).toBe(code);
    },
  );

  it("has colors by what the parts are", async () => {
    const runs = await colorCode('def f():\n    return "x"  # y\n', "python");
    const colors = Object.fromEntries((runs ?? []).map(({ text, className }) => [text, className]));
    expect(colors).toMatchObject({ def: "text-code-bool", f: "text-code-key", '"x"': "text-code-string" });
    expect(colors["# y"]).toContain("italic");
  });

  it("is whole when it is long, and plain when it is too long or has endless lines", async () => {
    const code = "x = 1\n".repeat(2000);
    expect(textOf(await colorCode(code, "python"))).toBe(code);
    expect(await colorCode("x = 1\n".repeat(4000), "python")).toBeNull();
    expect(await colorCode("x".repeat(1001), "python")).toBeNull();
  });
});
