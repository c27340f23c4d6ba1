/** A column of a table: its heading, and where numbers stand on the right. */
export interface TextColumn {
  readonly name: string;
  readonly isNumber?: boolean;
}

const MAX_COLUMN_WIDTH = 60;

/** Writes rows as aligned columns, two spaces apart, for a terminal or an agent. The last column is not padded. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ name }, index) =>
    Math.min(MAX_COLUMN_WIDTH, Math.max(name.length, ...rows.map((row) => (row[index] ?? "").length))),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ isNumber }, index) => {
        const cell = cells[index] ?? "";
        const width = widths[index] ?? 0;
        if (isNumber === true) return cell.padStart(width);
        return index === columns.length - 1 ? cell : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [line(columns.map(({ name }) => name)), ...rows.map(line)].join("\n");
}
