import type { Check } from "@/scripts/checks/check/check";
import { commandCheck } from "@/scripts/checks/check/command-check";
import { documentsCheck } from "@/scripts/checks/documents/documents";
import { expressionsCheck } from "@/scripts/checks/expressions/expressions-check";
import { keysCheck } from "@/scripts/checks/keys/keys-check";
import type { Counts } from "@/scripts/checks/runners/runner-reports";
import { treeChecks } from "@/scripts/checks/tree/tree-checks";

/** The checks of the sources, without a build. */
export const projectChecks: readonly Check[] = [
  commandCheck("format and lint", ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]),
  commandCheck(
    "types",
    ["next/dist/bin/next", "typegen"],
    ["typescript/bin/tsc", "--noEmit"],
    ["typescript/bin/tsc", "--project", "tsconfig.node.json"],
  ),
  ...treeChecks,
  keysCheck,
  expressionsCheck,
  commandCheck("no unused export, file or package", ["knip/bin/knip.js", "--no-progress"]),
  documentsCheck,
];

/** Runs checks in parallel and prints the result of each. */
export async function runChecks(checks: readonly Check[]): Promise<Counts> {
  const failures = await Promise.all(
    checks.map(async (check) => {
      const problems = await check.run();
      console.log(`${problems.length === 0 ? "✓" : "✗"} ${check.name}`);
      for (const problem of problems) console.log(`    ${problem}`);
      return problems.length === 0 ? [] : [[`check: ${check.name}`, ...problems].join("\n    ")];
    }),
  );
  const failed = failures.flat();
  return { passed: checks.length - failed.length, failed: failed.length, skipped: 0, failures: failed, unsteady: [] };
}
