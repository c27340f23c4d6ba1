import { readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import type { Check } from "@/scripts/checks/check/check";
import { commandCheck } from "@/scripts/checks/check/command-check";
import { endOfLog, runLogged } from "@/scripts/checks/check/logged-command";
import { documentsCheck } from "@/scripts/checks/documents/documents";
import { heldGuaranteesCheck } from "@/scripts/checks/documents/held-guarantees";
import { expressionsCheck } from "@/scripts/checks/expressions/expressions-check";
import { keysCheck } from "@/scripts/checks/keys/keys-check";
import { type Counts, NO_COUNTS, oneFailure, sumCounts } from "@/scripts/checks/records/counts";
import { treeChecks } from "@/scripts/checks/tree/tree-checks";

/** The check that can read only what changed. */
export const FORMAT_AND_LINT = {
  name: "format and lint",
  command: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
} as const;

/** Writes the types of the routes, which the check of types reads. A build of the dashboard cannot run beside it. */
export const routeTypesCheck = commandCheck("types of routes", ["next/dist/bin/next", "typegen"]);

/** The name of the check that needs the types of the routes. */
export const TYPES = "types";

/** The checks by commands of the project's packages. */
export const commandChecks: readonly Check[] = [
  commandCheck(FORMAT_AND_LINT.name, [...FORMAT_AND_LINT.command, "."]),
  // Several checkers would each compute the types that files share, which costs a quarter more processor time.
  commandCheck(TYPES, ["typescript/bin/tsc", "--project", "tsconfig.node.json", "--checkers", "1"]),
  commandCheck("no unused export, file or package", ["knip/bin/knip.js", "--no-progress"]),
];

/** The checks that read the sources. */
export const sourceChecks: readonly Check[] = [
  ...treeChecks,
  keysCheck,
  expressionsCheck,
  documentsCheck,
  heldGuaranteesCheck,
];

const SOURCE_RESULTS = "build/reports/source-checks.json";

const sourceResults = z.array(z.object({ name: z.string(), problems: z.array(z.string()) }));

/** Runs the checks that read the sources in a process of their own: they keep a core busy for seconds. */
export async function runSourceChecks(): Promise<Counts> {
  rmSync(SOURCE_RESULTS, { force: true });
  const name = "checks of the sources";
  const program = ["--import", "tsx", "scripts/checks/source-checks.ts", SOURCE_RESULTS];
  const code = await runLogged(name, program);
  if (code !== 0) return oneFailure(`${name} ended with code ${code}:\n${endOfLog(name)}`);
  const results = sourceResults.parse(JSON.parse(readFileSync(SOURCE_RESULTS, "utf8")));
  return sumCounts(results.map(({ name: checked, problems }) => countCheck(checked, problems)));
}

/** Counts a check as one test. */
function countCheck(name: string, problems: readonly string[]): Counts {
  return problems.length === 0
    ? { ...NO_COUNTS, passed: 1 }
    : oneFailure([`check: ${name}`, ...problems].join("\n    "));
}

/** Runs a check and counts it as one test. */
export const runCheck = async (check: Check): Promise<Counts> => countCheck(check.name, await check.run());
