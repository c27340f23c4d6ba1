import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extendTailwindMerge } from "tailwind-merge";
import { describe, expect, it } from "vitest";
import { mergeClasses } from "./merge-classes";

/** The complete table of Tailwind's utilities, with our names of sizes. It is too large for every page. */
const completeMerge = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: ["code", "micro", "small", "mono", "base", "read", "title", "figure", "display"],
      radius: ["bar", "chip", "control", "panel"],
      shadow: ["pop", "dialog"],
    },
  },
});

/** A class is a utility when a second one of the same name is removed. */
const isUtility = (name: string) => completeMerge(`${name} ${name}`) === name;

const MODIFIER = /^(?:\[[^\]]*\]|[^:[]|\[[^\]]*\])*:/;

/** The utilities in the texts of the pages, with and without their modifiers. */
function writtenUtilities(): { readonly all: readonly string[]; readonly plain: readonly string[] } {
  const files = execFileSync("git", ["ls-files", "app", "components", "lib"], { encoding: "utf8" }).split("\n");
  const all = new Set<string>();
  const isRead = (name: string) => /\.tsx?$/.test(name) && !name.includes(".test.") && !name.startsWith("lib/style/");
  for (const file of files.filter(isRead)) {
    for (const [, text = ""] of readFileSync(file, "utf8").matchAll(/"([^"\n]*)"/g)) {
      for (const name of text.split(/\s+/)) if (/^[\w@![\]-]/.test(name) && isUtility(name)) all.add(name);
    }
  }
  const plain = new Set([...all].map((name) => name.replace(MODIFIER, "")).filter(isUtility));
  return { all: [...all], plain: [...plain] };
}

const { all, plain } = writtenUtilities();

/** One utility for each property that the complete table distinguishes, and all of those with several kinds of values. */
function distinctUtilities(): readonly string[] {
  const kept: string[] = [];
  for (const name of plain) {
    const isKnown = kept.some((other) => nameOf(other) === nameOf(name) && isSameProperty(other, name));
    if (!isKnown) kept.push(name);
  }
  return kept;
}

const nameOf = (name: string) => name.replace(/[[(\d].*$/, "");
const isSameProperty = (left: string, right: string) =>
  completeMerge(`${left} ${right}`) === right && completeMerge(`${right} ${left}`) === left;

describe("class names", () => {
  it("are merged as with the complete table, for each pair of utilities that the pages use", () => {
    const names = distinctUtilities();
    expect(names.length).toBeGreaterThan(200);
    const differences: string[] = [];
    for (const left of names) {
      for (const right of names) {
        const text = `${left} ${right}`;
        if (mergeClasses(text) !== completeMerge(text)) differences.push(`${text}: ${mergeClasses(text)}`);
      }
    }
    expect(differences).toEqual([]);
  });

  it("are all recognized, with their modifiers", () => {
    expect(all.filter((name) => mergeClasses(`${name} ${name}`) !== name)).toEqual([]);
    expect(plain.filter((name) => mergeClasses(`${name} ${name}`) !== name)).toEqual([]);
  });

  it("set different states when their modifiers differ", () => {
    for (const text of ["p-2 hover:p-4", "max-md:p-2 max-md:hover:p-4", "[&>svg]:size-4 size-6", "p-2! p-4"]) {
      expect(mergeClasses(text)).toBe(text);
    }
    expect(mergeClasses("max-md:hover:p-2 max-md:hover:px-3 max-md:hover:p-4")).toBe("max-md:hover:p-4");
    expect(mergeClasses("p-2! p-4!")).toBe("p-4!");
  });

  it("of other kinds are kept, in their order", () => {
    expect(mergeClasses("group/frame animate-fade  p-2 group/frame p-3")).toBe(
      "group/frame animate-fade group/frame p-3",
    );
    expect(mergeClasses("")).toBe("");
  });
});
