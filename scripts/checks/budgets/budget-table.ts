/** What a page or a part of all pages transfers. */
export interface Transfer {
  readonly name: string;
  readonly bytes: number;
  readonly budgetBytes: number;
}

const KB = 1024;

const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;

/** Returns a table of transfers, largest first, with what is left of each budget. */
export function budgetTable(transfers: readonly Transfer[]): string {
  const rows = transfers
    .toSorted((left, right) => right.bytes - left.bytes)
    .map(({ name, bytes, budgetBytes }) => [kilobytes(bytes), kilobytes(budgetBytes - bytes), name] as const);
  const lines = [["transferred", "left", "of"] as const, ...rows];
  return lines.map(([bytes, left, name]) => `    ${bytes.padStart(11)} ${left.padStart(10)}  ${name}`).join("\n");
}

/** Returns a sentence for each transfer above its budget. */
export function exceededBudgets(transfers: readonly Transfer[]): readonly string[] {
  return transfers
    .filter(({ bytes, budgetBytes }) => bytes > budgetBytes)
    .map(
      ({ name, bytes, budgetBytes }) =>
        `${name}: ${kilobytes(bytes)} are transferred, the budget is ${kilobytes(budgetBytes)}. ` +
        "Load what opens later with openedLater or loadedLater of components/ui.",
    );
}
