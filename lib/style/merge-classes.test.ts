import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { extendTailwindMerge } from "tailwind-merge";
import { describe, expect, it } from "vitest";
import { sized } from "@/test/setup/test-length";
import { mergeClasses } from "./merge-classes";

const tailwindMerge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["code", "micro", "small", "mono", "base", "read", "title", "figure", "display"],
      radius: ["bar", "chip", "control", "panel"],
      shadow: ["pop", "dialog"],
    },
  },
});

const texts = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => join(folder, file))
      // The tables themselves are no use of a class, and the contract has words of other languages.
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) => !file.startsWith(join("lib", "style")) && !file.startsWith(join("lib", "api", "contract")))
      .map((file) => readFileSync(file, "utf8")),
  )
  .flatMap((source) =>
    [...source.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template ?? ""),
  );

const words = new Set(texts.flatMap((text) => text.split(/[\s${}]+/)));

/** The classes of the source that set a property: `tailwind-merge` keeps one of two that are the same. */
const classes = [...words].filter((word) => /^[!@[a-z-]/.test(word) && tailwindMerge(`${word} ${word}`) === word);

describe("classes that are joined", () => {
  it("are all known", () => {
    expect(classes.length).toBeGreaterThan(1000);
    const unknown = classes.filter((name) => mergeClasses(`${name} ${name}`) !== name);
    // Add the beginning of the class to lib/style/class-groups.ts.
    expect(unknown).toEqual([]);
  });

  it("are joined as by tailwind-merge, for every text of the source", () => {
    const known = new Set(classes);
    const joined = texts.map((text) =>
      text
        .split(/[\s${}]+/)
        .filter((word) => known.has(word))
        .join(" "),
    );
    expect([...new Set(joined)].filter((each) => mergeClasses(each) !== tailwindMerge(each))).toEqual([]);
  });

  it("replace each other as tailwind-merge says, for any two kinds of class", () => {
    const kinds = new Map(
      classes
        .filter((name) => !name.includes(":"))
        .map((name) => [name.replace(/[[(].*[\])]/, (value) => value.slice(0, 2)).replace(/\d[\d.]*$/, "0"), name]),
    );
    const differing: string[] = [];
    const step = sized({ once: 4, all: 1 });
    for (const [at, left] of [...kinds.values()].entries()) {
      for (const right of [...kinds.values()].filter((_, place) => (place + at) % step === 0)) {
        const both = `${left} ${right}`;
        if (mergeClasses(both) !== tailwindMerge(both)) differing.push(both);
      }
    }
    expect(differing).toEqual([]);
  });

  it("replace each other as tailwind-merge says, with modifiers and in any number", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...classes), { maxLength: 12 }), (some) => {
        const joined = some.join(" ");
        expect(mergeClasses(joined)).toBe(tailwindMerge(joined));
      }),
      { numRuns: sized({ once: 200, all: 2000 }) },
    );
  });

  it("stay when they are not utilities, or set a property in another state or on another device", () => {
    expect(mergeClasses("group/frame recharts-wrapper px-2 hover:px-3 max-md:px-1")).toBe(
      "group/frame recharts-wrapper px-2 hover:px-3 max-md:px-1",
    );
  });
});
