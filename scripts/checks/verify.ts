import { availableParallelism } from "node:os";
import { errorMessage } from "@/lib/guard/error-message";
import { commandCheck } from "@/scripts/checks/check/command-check";
import { writeDocuments } from "@/scripts/checks/documents/documents";
import { buildPrograms } from "../prepare/build.mjs";
import { commandChecks, FORMAT_AND_LINT, routeTypesCheck, runCheck, runSourceChecks, TYPES } from "./project-checks";
import { sumCounts } from "./records/counts";
import { changedFiles, defaultBase } from "./related/changed-files";
import { relatedTests, withinTime } from "./related/related-tests";
import { runVitest } from "./runners/test-runners";
import { readRecordedTimes } from "./schedule/recorded-times";
import { stageLine } from "./schedule/run-log";
import { runSchedule, type Stage, step } from "./schedule/schedule";
import { readTree } from "./tree/read-tree";

/** The checks of the sources and the tests of what changed since `--base`, or with `--all` all unit tests. */
const isAll = process.argv.includes("--all");
const baseAt = process.argv.indexOf("--base");

/** The recorded time of the chosen tests: two processes run them beside the checks. */
const MAX_TESTS_MS = 20_000;
const UNKNOWN_MS = 1_000;

// Tests of faults start programs, and browser tests a browser; neither is part of this.
const EXCLUDED = ["--exclude", "test/faults/**"];

if (process.argv.includes("--write")) writeDocuments();

function baseOrExit(): string {
  try {
    const base = baseAt < 0 ? defaultBase() : (process.argv[baseAt + 1] ?? "HEAD");
    changedFiles(base);
    return base;
  } catch (error) {
    console.error(`The changes could not be read: ${errorMessage(error)}`);
    process.exit(1);
  }
}

/** The changed files that the formatter reads. */
const FORMATTED = /\.(?:[cm]?[jt]sx?|json|css)$/;

function verification(): { readonly stages: readonly Stage[]; readonly note: string } {
  const recorded = readRecordedTimes();
  const stage = (name: string, needs: readonly string[], workers: number, run: Stage["run"]): Stage => ({
    name,
    needs,
    workers,
    expectedMs: recorded.stages[name] ?? UNKNOWN_MS,
    run,
  });
  // Tests start jobs with the built trainer.
  const programs = step({ name: "programs", needs: [], workers: 1, expectedMs: UNKNOWN_MS }, buildPrograms);
  const checkStages = (checks: typeof commandChecks) => [
    stage("checks of the sources", [], 1, runSourceChecks),
    stage(routeTypesCheck.name, [], 1, () => runCheck(routeTypesCheck)),
    ...checks.map((check) =>
      stage(check.name, check.name === TYPES ? [routeTypesCheck.name] : [], 1, () => runCheck(check)),
    ),
  ];
  if (isAll) {
    const tests = stage("vitest", [programs.name], 2, () => runVitest("once", EXCLUDED));
    return { stages: [programs, tests, ...checkStages(commandChecks)], note: "" };
  }
  const base = baseOrExit();
  const changed = changedFiles(base);
  const related = relatedTests(changed, [...readTree().imports.values()].flat()).filter(
    ({ file }) => !file.startsWith("test/faults/"),
  );
  const { chosen, left } = withinTime(related, recorded.files, MAX_TESTS_MS, UNKNOWN_MS);
  const formatted = changed.filter((file) => FORMATTED.test(file));
  const lint = commandCheck(FORMAT_AND_LINT.name, [...FORMAT_AND_LINT.command, ...formatted]);
  const others = commandChecks.filter(({ name }) => name !== FORMAT_AND_LINT.name);
  // Those that belong to `npm run test:all` are left out; there may be no others.
  const tests = stage("vitest", [programs.name], 2, () => runVitest("once", ["--passWithNoTests", ...chosen]));
  const note =
    `${changed.length} files differ from ${base}; ${chosen.length} test files that import them are run` +
    (left.length === 0 ? "." : `, ${left.length} are not: npm run verify -- --all, or npm test, runs them.`);
  return {
    stages: [
      ...(chosen.length === 0 ? [] : [programs, tests]),
      ...checkStages(formatted.length === 0 ? others : [lint, ...others]),
    ],
    note,
  };
}

const startMs = performance.now();
const { stages, note } = verification();
if (note !== "") console.log(note);
const results = await runSchedule(stages, availableParallelism() + 1, (result) =>
  console.log(stageLine(result, startMs)),
);
const { passed, failed, skipped, failures } = sumCounts(results.map(({ counts }) => counts));
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join("\n\n")}`);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
