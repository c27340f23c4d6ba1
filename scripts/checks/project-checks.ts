import type { Check } from "@/scripts/checks/check/check";
import { commandCheck } from "@/scripts/checks/check/command-check";
import { documentsCheck } from "@/scripts/checks/documents/documents";
import { keysCheck } from "@/scripts/checks/keys/keys-check";
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
  commandCheck("no unused export, file or package", ["knip/bin/knip.js", "--no-progress"]),
  documentsCheck,
];

/** Runs checks in parallel and prints the result of each; returns the numbers of passed and failed checks. */
export async function runChecks(checks: readonly Check[]): Promise<{ passed: number; failed: number }> {
  const answers = await Promise.all(
    checks.map(async (check) => {
      const problems = await check.run();
      console.log(`${problems.length === 0 ? "✓" : "✗"} ${check.name}`);
      for (const problem of problems) console.log(`    ${problem}`);
      return problems.length === 0;
    }),
  );
  const passed = answers.filter((holds) => holds).length;
  return { passed, failed: checks.length - passed };
}
