import { environmentColumns, variableNames } from "./variables";

/** Returns the README's table of variables; a test compares the two. */
export function environmentTable(): string {
  const rows = variableNames
    .filter((name) => !environmentColumns[name].isInternal)
    .map((name) => {
      const { shownDefault, meaning } = environmentColumns[name];
      return `| \`${name}\` | ${shownDefault} | ${meaning} |`;
    });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
