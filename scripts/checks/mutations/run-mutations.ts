import { findChromium } from "@/scripts/checks/runners/chromium";
import { isInBrowser, type Mutation, type NamedTest, needsBuild, OutdatedMutationError } from "./mutation";
import { type Outcome, outcomeOf } from "./mutation-outcome";
import { mutations } from "./mutation-table";
import { runNamedTests } from "./run-named-test";
import { TreeCopy } from "./tree-copy";

/**
 * Removes each defense in a copy of the sources, and expects its test to fail. Without arguments all rows whose test needs
 * no build of the dashboard; with `--all` those as well; with numbers of rows only these.
 */
const args = process.argv.slice(2);
const rows = args.filter((arg) => arg !== "--all");
const chosen = mutations.filter((mutation) =>
  rows.length > 0 ? rows.includes(mutation.row) : args.includes("--all") || !needsBuild(mutation),
);
for (const row of rows)
  if (!mutations.some((mutation) => mutation.row === row)) throw new Error(`Row ${row} has no mutation.`);

// What was copied is removed also when the command is stopped.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

const copy = new TreeCopy();
const chromium = chosen.some(({ test }) => isInBrowser(test)) ? await findChromium() : null;

const run = (tests: readonly NamedTest[]) => runNamedTests(copy.folder, tests, chromium);

/** The builds that tests in a browser start are made of the sources as they are now. */
async function runWithBuild({ test }: Mutation) {
  if (isInBrowser(test)) copy.build();
  return run([test]);
}

async function outcomeWithout(mutation: Mutation): Promise<Outcome> {
  try {
    return await copy.without(mutation, async () => {
      const { reports, problem } = await runWithBuild(mutation);
      return outcomeOf(reports, problem);
    });
  } catch (error) {
    if (error instanceof OutdatedMutationError) return { result: "NOT FOUND", reason: error.message };
    throw error;
  }
}

/** Returns which tests prove nothing here, since they fail with all defenses in place. */
function brokenTests(tests: readonly NamedTest[]): readonly string[] {
  if (tests.length === 0) return [];
  if (tests.some(isInBrowser)) copy.build();
  const { reports, problem } = run(tests);
  const failed = reports.filter(({ status }) => status === "failed");
  return [...(problem === "" ? [] : [problem]), ...failed.map(({ title, message = "" }) => `${title}\n${message}`)];
}

const tests = chosen.map(({ test }) => test);
const broken = [tests.filter((test) => !isInBrowser(test)), tests.filter(isInBrowser)].flatMap(brokenTests);
for (const text of broken) console.error(`Fails with all defenses in place: ${text}`);

console.log("| row | without | test | | seconds | |\n| --- | --- | --- | --- | --- | --- |");
const count = { found: 0, skipped: 0, "NOT FOUND": 0 };
for (const mutation of chosen) {
  const begunAt = performance.now();
  const { result, reason } = await outcomeWithout(mutation);
  count[result] += 1;
  const { row, without, test } = mutation;
  const seconds = Math.round((performance.now() - begunAt) / 1_000);
  const cells = [row, without, `${test.file} “${test.title}”`, result, seconds, reason];
  console.log(`| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`);
}
console.log(`\n${count.found} of ${chosen.length} found, ${count.skipped} skipped.`);
process.exitCode = count["NOT FOUND"] > 0 || broken.length > 0 ? 1 : 0;
