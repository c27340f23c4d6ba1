import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { dependencies } from "@/package.json";
import { buildPrograms } from "./build.mjs";

const FOLDERS = ["build", "build/commands"];
/** The name of a module in an import at the start of a line, or in a call of `import` or `packageOnUse`. */
const IMPORTED = /^(?:import|export) (?:[^"\n]* from )?"([^".][^"]*)"|\b(?:import|packageOnUse)\("([^".][^"]*)"\)/gm;

const packageOf = (module: string) =>
  module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/");

beforeAll(() => buildPrograms(), 600_000);

test("a built command that is used in CI runs", () => {
  const text = execFileSync(process.execPath, ["build/commands/eval.mjs", "--help"], { encoding: "utf8" });
  expect(text).toContain("Exit code 0: no score fell.");
});

test("the built programs import only packages that are installed with Heddle", () => {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file))).filter((file) =>
    file.endsWith(".mjs"),
  );
  const imported = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(IMPORTED)]
      .map(([, named, called]) => named ?? called ?? "")
      .filter((module) => !isBuiltin(module))
      .map((module) => ({ file, name: packageOf(module) })),
  );
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter(({ name }) => !(name in dependencies))).toEqual([]);
});
