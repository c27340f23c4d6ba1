import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isInBrowser, type NamedTest } from "./mutation";
import type { TestReport } from "./mutation-outcome";

/** The tests of a run; `problem` says why there are none. */
interface TestRun {
  readonly reports: readonly TestReport[];
  readonly problem: string;
}

/** A program that neither passes nor fails in this time hangs. */
const MAX_RUN_MS = 20 * 60_000;

/** The titles of tests that one of the scorecard stands for: the values of a table of tests are in their places. */
function patternOf(title: string): string {
  return title
    .split(/%[sdj]|\$\{[^}]*\}|\$\w+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("[^]*");
}

/** Runs the tests in a copy of the sources, and reads the runner's report. */
export function runNamedTests(folder: string, tests: readonly NamedTest[], chromium: string | null): TestRun {
  const report = join(folder, "build", "mutation.json");
  rmSync(report, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const pattern = `(?:${[...new Set(tests.map(({ title }) => patternOf(title)))].join("|")})`;
  const inBrowser = tests.some(isInBrowser);
  const args = inBrowser
    ? [
        "node_modules/@playwright/test/cli.js",
        "test",
        ...files.map(quoted),
        "-g",
        pattern,
        "--retries=0",
        "--reporter=json",
      ]
    : [
        "node_modules/vitest/vitest.mjs",
        "run",
        ...files,
        "-t",
        `${pattern}$`,
        "--reporter=json",
        `--outputFile=${report}`,
      ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: {
      ...process.env,
      VITEST: undefined,
      ...(chromium === null ? {} : { HEDDLE_CHROMIUM: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    encoding: "utf8",
    maxBuffer: 256 * 1024 ** 2,
    timeout: MAX_RUN_MS,
  });
  const output = stripVTControlCharacters(`${stderr}\n${stdout}`).trim();
  if (!existsSync(report)) return { reports: [], problem: output.slice(-2_000) || `It ended with code ${status}.` };
  const read: unknown = JSON.parse(readFileSync(report, "utf8"));
  return inBrowser ? readPlaywright(read as PlaywrightReport) : readVitest(read as VitestReport);
}

const quoted = (file: string) => file.replaceAll(/[.[\]()]/g, "\\$&");

/** The members that are read of the report of vitest. */
interface VitestReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

function readVitest({ testResults }: VitestReport): TestRun {
  const reports = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      // Those of other titles.
      .filter(({ status }) => status !== "skipped")
      .map(({ title, status, failureMessages = [] }) => reportOf(title, status, failureMessages.join("\n"))),
  );
  return {
    reports,
    problem: testResults
      .map(({ message }) => message)
      .join("\n")
      .trim(),
  };
}

/** The members that are read of the report of Playwright. */
interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly { readonly status: string; readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite["specs"] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

function readPlaywright({ suites, errors }: PlaywrightReport): TestRun {
  const reports = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) =>
      tests.flatMap(({ results }) => results.map(({ status, error }) => reportOf(title, status, error?.message ?? ""))),
    );
  return { reports, problem: errors.map(({ message = "" }) => message).join("\n") };
}

function reportOf(title: string, status: string, message: string): TestReport {
  if (status === "passed") return { title, status };
  if (status === "skipped" || status === "pending" || status === "todo") return { title, status: "skipped" };
  return { title, status: "failed", message: stripVTControlCharacters(message) };
}
