/** Rows of a part, by their numbers. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

interface SortedRanges {
  readonly readable: readonly RowRange[];
  readonly damaged: readonly RowRange[];
}

/**
 * Sorts consecutive granules, which are what the engine reads at least, into those that can be read and those that cannot.
 * Halves what fails, since most of a part is usually whole.
 *
 * @returns the ranges in their order, each as long as it can be
 */
export async function sortRanges(
  granules: readonly RowRange[],
  canBeRead: (range: RowRange) => Promise<boolean>,
): Promise<SortedRanges> {
  const sorted = await sortGranules(granules, canBeRead);
  return { readable: joined(sorted.readable), damaged: joined(sorted.damaged) };
}

async function sortGranules(
  granules: readonly RowRange[],
  canBeRead: (range: RowRange) => Promise<boolean>,
): Promise<SortedRanges> {
  const [first, last] = [granules[0], granules.at(-1)];
  if (first === undefined || last === undefined) return { readable: [], damaged: [] };
  const whole = { from: first.from, to: last.to };
  if (await canBeRead(whole)) return { readable: [whole], damaged: [] };
  if (granules.length === 1) return { readable: [], damaged: [whole] };
  const middle = granules.length >> 1;
  const before = await sortGranules(granules.slice(0, middle), canBeRead);
  const after = await sortGranules(granules.slice(middle), canBeRead);
  return {
    readable: [...before.readable, ...after.readable],
    damaged: [...before.damaged, ...after.damaged],
  };
}

function joined(ranges: readonly RowRange[]): readonly RowRange[] {
  const result: RowRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last?.to === range.from) result[result.length - 1] = { from: last.from, to: range.to };
    else result.push(range);
  }
  return result;
}

/** Returns pieces of a range of at most so many rows. */
export function piecesOf({ from, to }: RowRange, rows: number): readonly RowRange[] {
  const count = Math.ceil((to - from) / rows);
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * rows,
    to: Math.min(to, from + (index + 1) * rows),
  }));
}
