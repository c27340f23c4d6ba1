import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { misspelledVariables } from "./misspelled-variables";
import { variableNames } from "./variables";

it.each([
  ["HEDDLE_SERVCE_PORT", "HEDDLE_SERVICE_PORT"],
  ["HEDDLE_TRUSTED_PROXY_HOP", "HEDDLE_TRUSTED_PROXY_HOPS"],
  ["HEDDLE_ADMIN_PASWORD", "HEDDLE_ADMIN_PASSWORD"],
  ["HEDDLEDATA", "HEDDLE_DATA"],
])("%s, which has no effect, is told from %s, and its value is not shown", (name, meant) => {
  const [sentence, ...others] = misspelledVariables({ [name]: "hk_secret", [meant]: "right" });
  expect(sentence).toBe(`${name} is set and has no meaning. Did you mean ${meant}?`);
  expect(others).toEqual([]);
});

it("nothing is said of variables that Heddle reads, of empty ones, and of other programs' own", () => {
  expect(misspelledVariables(Object.fromEntries(variableNames.map((name) => [name, "x"])))).toEqual([]);
  expect(misspelledVariables({ HEDDLE_SERVCE_PORT: "", HEDDLE_SOMETHING_ELSE: "x", HEDLE: "x" })).toEqual([]);
});

it("nothing is said of variables that any program of this repository reads", () => {
  const sources = ["scripts", "service", "trainers", "test", "e2e", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|mjs|py)$/.test(file) && !/\.test\.ts$/.test(file))
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
  const names = sources.flatMap((text) => text.match(/\bHEDDLE_[A-Z_]+[A-Z]\b/g) ?? []);
  expect(new Set(names).size).toBeGreaterThan(variableNames.filter((name) => name.startsWith("HEDDLE_")).length);
  const said = misspelledVariables(Object.fromEntries(names.map((name) => [name, "x"])));
  expect(said).toEqual([]);
});
