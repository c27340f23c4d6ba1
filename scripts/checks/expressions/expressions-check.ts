import { readFileSync } from "node:fs";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { expressionLiterals } from "./expression-literals";
import { slowExpressions } from "./slow-expressions";

/** Folders whose code reads what users, models and services send. */
const FOLDERS = ["app", "components", "lib", "service", "trainers", "scripts/commands"];

const IS_TEST = /\.(?:test|suite)\.tsx?$|\/testing\//;

/** No text makes a regular expression of the product slow. Users' own expressions run without backtracking instead. */
export const expressionsCheck: Check = {
  name: "no slow regular expression",
  async run() {
    const files = sourceFiles(...FOLDERS).filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !IS_TEST.test(path));
    return slowExpressions(files.flatMap((path) => expressionLiterals(path, readFileSync(path, "utf8"))));
  },
};
