import { existsSync, readFileSync } from "node:fs";
import { mutated, needsBuild, OutdatedMutationError } from "@/scripts/checks/mutations/mutation";
import { mutations, unmutated } from "@/scripts/checks/mutations/mutation-table";
import { claimedRows } from "./named-tests";

const SCORECARD = "docs/operate/security.md";

const HEAD = `# Mutations

A test proves a defense if it fails without it. For each row of the scorecard in \`docs/operate/security.md\`, this table names a
defense and the test that fails once it is removed. \`npm run mutations\` removes one after the other in a copy of the sources
and runs that test; \`npm run mutations -- 10\` does so for one row, and \`npm run mutations -- --all\`, which is part of
\`npm run test:long\`, also for those marked with *, which take a build of the dashboard for each.

This page is generated from \`scripts/checks/mutations/\`. \`npm run verify\` fails when a row that says more than “no” has neither
a mutation nor a reason here, when a mutation names a test that its row does not name, and when the text that a mutation replaces
is not in its file exactly once.

| row | without | in | fails |
| --- | --- | --- | --- |`;

/** The text of docs/develop/mutations.md. */
export function mutationsDocument(): string {
  const rows = mutations.map((mutation) => {
    const { row, without, file, test } = mutation;
    const mark = needsBuild(mutation) ? " *" : "";
    return `| ${row}${mark} | ${without} | \`${file}\` | \`${test.file}\` “${test.title}” |`;
  });
  const reasons = Object.entries(unmutated).map(([row, reason]) => `- **Row ${row}.** ${reason}`);
  return `${[HEAD, ...rows].join("\n")}\n\n## Rows without a mutation\n\n${reasons.join("\n")}\n`;
}

/** What is wrong with the mutations of a scorecard, one sentence each. */
export function mutationProblems(): string[] {
  const rows = claimedRows(readFileSync(SCORECARD, "utf8"));
  const known = new Set([...mutations.map(({ row }) => row), ...Object.keys(unmutated)]);
  const without = rows.filter(({ number }) => !known.has(number));
  return [
    ...without.map(({ number }) => `Row ${number} of ${SCORECARD} has no mutation in scripts/checks/mutations/.`),
    ...mutations.flatMap((mutation) => {
      const { row, file, test } = mutation;
      const named = rows.find(({ number }) => number === row)?.tests.filter((each) => each.file === test.file) ?? [];
      if (!named.some(({ titles }) => titles.includes(test.title)))
        return [`Row ${row} of ${SCORECARD} does not name “${test.title}” of ${test.file}, which its mutation names.`];
      if (!existsSync(file)) return [`A mutation of row ${row} is in ${file}, which does not exist.`];
      try {
        mutated(readFileSync(file, "utf8"), mutation);
        return [];
      } catch (error) {
        if (error instanceof OutdatedMutationError) return [error.message];
        throw error;
      }
    }),
  ];
}
