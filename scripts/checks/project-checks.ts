import type { Check } from "./check";
import { commandCheck } from "./command-check";
import { documentsCheck } from "./documents";
import { importsCheck } from "./imports";

/** What holds of the sources, without a build. */
export const projectChecks: readonly Check[] = [
  commandCheck("format and lint", ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]),
  commandCheck(
    "types",
    ["next/dist/bin/next", "typegen"],
    ["typescript/bin/tsc", "--noEmit"],
    ["typescript/bin/tsc", "--project", "tsconfig.node.json"],
  ),
  importsCheck,
  documentsCheck,
];

/** Runs checks side by side and says how each went; answers how many held and how many did not. */
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
