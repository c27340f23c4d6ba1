import type { Check } from "@/scripts/checks/check/check";
import { commandCheck } from "@/scripts/checks/check/command-check";
import { documentsCheck } from "@/scripts/checks/documents/documents";
import { heldGuaranteesCheck } from "@/scripts/checks/documents/held-guarantees";
import { expressionsCheck } from "@/scripts/checks/expressions/expressions-check";
import { keysCheck } from "@/scripts/checks/keys/keys-check";
import { type Counts, NO_COUNTS, oneFailure } from "@/scripts/checks/records/counts";
import { treeChecks } from "@/scripts/checks/tree/tree-checks";

/** The check that can read only what changed. */
export const FORMAT_AND_LINT = {
  name: "format and lint",
  command: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
} as const;

/** The checks of the sources, without a build. */
export const projectChecks: readonly Check[] = [
  commandCheck(FORMAT_AND_LINT.name, [...FORMAT_AND_LINT.command, "."]),
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
  heldGuaranteesCheck,
];

/** Runs a check and counts it as one test. */
export async function runCheck(check: Check): Promise<Counts> {
  const problems = await check.run();
  if (problems.length === 0) return { ...NO_COUNTS, passed: 1 };
  return oneFailure([`check: ${check.name}`, ...problems].join("\n    "));
}
