import type { Result } from "./result";

/** A figure with three digits or more, and its unit. */
export function figureText(value: number, unit: string): string {
  if (Number.isNaN(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString("en-US", { maximumFractionDigits: digits });
  return unit === "" ? number : `${number} ${unit}`;
}

/** A ratio as it is written: 1.25×. */
export function ratioText(ratio: number | null): string {
  return ratio === null || Number.isNaN(ratio) ? "" : `${figureText(ratio, "")}×`;
}

/** Rows of cells as a table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return `${line(head)}${line(head.map(() => "---"))}${rows.map(line).join("")}`;
}

/** A result as its name, the size and the machine in a sentence, the table, and the notes. */
export function tableText({ name, size, machine, rows, notes, commit }: Result): string {
  const options = Object.entries(size).map(([option, value]) => `${option} ${value}`);
  const { processor, cores, node, loadBefore, loadAfter } = machine;
  const where = `${processor}, ${cores} cores, Node ${node}, load ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}`;
  const cells = rows.map(({ label, value, unit, baseline, ratio }) => [
    label,
    figureText(value, unit),
    baseline === null ? "" : `${baseline.name}: ${figureText(baseline.value, unit)}`,
    ratioText(ratio),
  ]);
  return [
    `${[name, ...options].join(", ")}; commit ${commit}; ${where}\n`,
    markdownTable(["", "measured", "baseline", "ratio"], cells),
    ...notes.map((note) => `${note}\n`),
  ].join("\n");
}
