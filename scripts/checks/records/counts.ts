import { styleText } from "node:util";
import type { RunnerRecord, TestRecord } from "./test-record";

/** The result of a runner or a check. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One text per failure: the guarantee, what was expected and found, and the command that runs it alone. */
  readonly failures: readonly string[];
  /** Tests that passed on the second attempt only; they count as passed. */
  readonly unsteady: readonly TestRecord[];
  /** Skipped tests, each with its reason. */
  readonly skips: readonly string[];
}

export const NO_COUNTS: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [], skips: [] };

/** One failure outside of tests. */
export const oneFailure = (text: string): Counts => ({ ...NO_COUNTS, failed: 1, failures: [text] });

export function sumCounts(counts: readonly Counts[]): Counts {
  const sum = (name: "passed" | "failed" | "skipped") => counts.reduce((total, count) => total + count[name], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: counts.flatMap(({ failures }) => failures),
    unsteady: counts.flatMap(({ unsteady }) => unsteady),
    skips: counts.flatMap(({ skips }) => skips),
  };
}

const MAX_MESSAGE_LINES = 12;
const MAX_VALUE_CHARACTERS = 600;

const fullTitle = ({ title }: Pick<TestRecord, "title">): string => title.join(" › ");

/** In double quotes for a shell, as a pattern that matches these characters. */
const asPattern = (text: string): string =>
  `"${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(/["$`\\]/g, "\\$&")}"`;

/** The command that runs a test alone. */
export function commandOf({ file, title, variant }: TestRecord): string {
  const isBrowserTest = file.endsWith(".spec.ts");
  if (isBrowserTest) return `npx playwright test ${file} -g ${asPattern(title.at(-1) ?? "")}`;
  const project = variant.includes("PostgreSQL") ? " --project '*PostgreSQL'" : "";
  return `npx vitest run '${file}'${project} -t ${asPattern(title.join(" "))}`;
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((each) => `    ${each}`)
    .join("\n");

const shortened = (text: string): string =>
  text.length <= MAX_VALUE_CHARACTERS ? text : `${text.slice(0, MAX_VALUE_CHARACTERS)} … (${text.length} characters)`;

/** A failed test in words that a stranger can act on. */
function failureText(test: TestRecord): string {
  const { error, firstError } = test;
  const linesOf = (message: string) => message.split("\n").slice(0, MAX_MESSAGE_LINES).join("\n");
  const parts = [
    styleText("bold", `${test.file} › ${fullTitle(test)}`, { validateStream: true, stream: process.stdout }),
    indented(linesOf(error?.message ?? "It failed without an error.")),
  ];
  if (error?.expected !== undefined) parts.push(indented(`expected: ${shortened(error.expected)}`));
  if (error?.actual !== undefined) parts.push(indented(`actual:   ${shortened(error.actual)}`));
  if (error?.place !== undefined) parts.push(indented(`at ${error.place}`));
  if (firstError !== undefined)
    parts.push(indented(`first attempt: ${linesOf(firstError.message)}\nat ${firstError.place ?? "an unknown place"}`));
  parts.push(indented(`alone: ${commandOf(test)}`));
  return parts.join("\n");
}

/** Counts a runner's record. A runner that died, or failed without a failed test, counts as one more failure. */
export function countRecord(runner: string, { tests, errors }: RunnerRecord, code: number): Counts {
  const withStatus = (status: TestRecord["status"]) => tests.filter((test) => test.status === status);
  const failed = withStatus("failed");
  const outside =
    errors === null
      ? [
          `${runner} ended with code ${code} before its last test; its output is in build/reports/${runner.replaceAll(" ", "-")}.log`,
        ]
      : errors.map((error) => `${runner}, outside of a test:\n${indented(error)}`);
  if (code !== 0 && failed.length === 0 && outside.length === 0)
    outside.push(
      `${runner} ended with code ${code} although no test failed; see build/reports/${runner.replaceAll(" ", "-")}.log`,
    );
  const skipped = withStatus("skipped");
  const passed = withStatus("passed");
  return {
    passed: passed.length,
    failed: failed.length + outside.length,
    skipped: skipped.length,
    failures: [...failed.map(failureText), ...outside],
    unsteady: passed.filter(({ attempts }) => attempts > 1),
    skips: skipped.map((test) => `${test.file} › ${fullTitle(test)}${test.reason ? `: ${test.reason}` : ""}`),
  };
}
