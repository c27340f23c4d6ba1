import { describe, expect, it } from "vitest";
import { importsOf, isSource, isWithin } from "./source-tree";

const files = new Set(["a/x.ts", "a/view.tsx", "a/b/y.ts", "c/worker.ts", "scripts/run.mjs", "package.json"]);
const importsIn = (path: string, text: string) => importsOf({ path, text }, files).map(({ to }) => to);

describe("importsOf", () => {
  it.each([
    ['import { x } from "./x";', ["a/x.ts"]],
    ['import type { X } from "@/a/x";', ["a/x.ts"]],
    ['import {\n  x,\n} from "@/a/view";', ["a/view.tsx"]],
    ['export { y } from "./b/y";', ["a/b/y.ts"]],
    ['const y = await import("@/a/b/y");', ["a/b/y.ts"]],
    ['type Y = typeof import("./b/y");', ["a/b/y.ts"]],
    ['new Worker(new URL("../c/worker.ts", import.meta.url));', ["c/worker.ts"]],
    [
      'import { run } from "../scripts/run.mjs";\nimport about from "@/package.json";',
      ["scripts/run.mjs", "package.json"],
    ],
    ['import { z } from "zod";\nimport { gone } from "./gone";', []],
  ])("in %s", (text, expected) => {
    expect(importsIn("a/here.ts", text)).toEqual(expected);
  });
});

it("counts code, without its tests, as a folder's sources", () => {
  const paths = ["a/x.ts", "a/x.test.ts", "a/x.spec.ts", "a/x.suite.ts", "a/view.tsx", "a/run.mjs", "a/data.json"];
  expect(paths.filter(isSource)).toEqual(["a/x.ts", "a/view.tsx", "a/run.mjs"]);
});

it("matches a folder's name as a whole", () => {
  expect(isWithin("lib/json/part.ts", "lib/json")).toBe(true);
  expect(isWithin("lib/json-lines/part.ts", "lib/json")).toBe(false);
  expect(isWithin("lib/json/part.ts", "lib/json/part")).toBe(true);
});
