import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtPackages, writeLicenses } from "./licenses.mjs";

it("are those of all packages but tools, with what they need, at the path that Node finds", () => {
  const packages = {
    "": { dependencies: { a: "1" }, devDependencies: { view: "1", vitest: "1" } },
    "node_modules/a": { dependencies: { b: "2" } },
    "node_modules/a/node_modules/b": { dependencies: { c: "1" } },
    "node_modules/b": {},
    "node_modules/c": {},
    "node_modules/view": { optionalDependencies: { "@other/system": "1" } },
    "node_modules/vitest": { dependencies: { tool: "1" } },
    "node_modules/tool": {},
  };
  expect(builtPackages(packages)).toEqual([
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "node_modules/c",
    "node_modules/view",
  ]);
});

it("are written with each text once", () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-licenses-"));
  try {
    writeLicenses(join(folder, "licenses.txt"));
    const text = readFileSync(join(folder, "licenses.txt"), "utf8");
    expect(text).toMatch(/^react \d+\.\d+\.\d+$/m);
    expect(text).toContain("Copyright (c) Meta Platforms, Inc. and affiliates.");
    expect(text).not.toMatch(/^vitest /m);
    expect(text.length).toBeLessThan(1_000_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
