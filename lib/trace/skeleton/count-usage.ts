import type { SkeletonCall } from "./skeleton-call";

/** Usage by row that no descendant reports too; NaN where there is none. */
export interface RowUsage {
  readonly tokensIn: Float64Array<ArrayBuffer>;
  readonly tokensOut: Float64Array<ArrayBuffer>;
  readonly costUsd: Float64Array<ArrayBuffer>;
}

/**
 * Counts each call's tokens and cost once.
 *
 * Some clients add a call's usage to every ancestor, others write it once, and some frameworks write it on a call and
 * again on the request below it. So the usage of a model counts at the deepest calls that report it: not at a call with
 * a descendant that reports usage of the same model.
 */
export function countUsage(parent: Int32Array, usageOf: (row: number) => SkeletonCall["usage"]): RowUsage {
  const count = parent.length;
  const models = new Map<string, number>();
  const modelNumber = (model: string) => {
    const known = models.get(model) ?? models.size;
    models.set(model, known);
    return known;
  };
  const covered = new Set<number>();
  const keyOf = (row: number, model: number) => model * count + row;
  for (let row = 0; row < count; row += 1) {
    for (const { model } of usageOf(row)) markAncestorsOfRow(row, modelNumber(model), parent, keyOf, covered);
  }
  const [tokensIn, tokensOut, costUsd] = [unknowns(count), unknowns(count), unknowns(count)];
  for (let row = 0; row < count; row += 1) {
    for (const entry of usageOf(row)) {
      if (covered.has(keyOf(row, modelNumber(entry.model)))) continue;
      add(tokensIn, row, entry.tokensIn);
      add(tokensOut, row, entry.tokensOut);
      add(costUsd, row, entry.costUsd);
    }
  }
  return { tokensIn, tokensOut, costUsd };
}

const unknowns = (count: number) => new Float64Array(count).fill(Number.NaN);

function add(column: Float64Array, row: number, value: number | null): void {
  if (value === null) return;
  const before = column[row] ?? Number.NaN;
  column[row] = Number.isNaN(before) ? value : before + value;
}

/** Marks the ancestors of one call for a model; stops at an ancestor that is already marked. */
function markAncestorsOfRow(
  row: number,
  model: number,
  parent: Int32Array,
  keyOf: (row: number, model: number) => number,
  covered: Set<number>,
): void {
  for (let above = parent[row] ?? -1; above >= 0; above = parent[above] ?? -1) {
    const key = keyOf(above, model);
    if (covered.has(key)) return;
    covered.add(key);
  }
}

/** The sum of the known values in a column; null where there are none. */
export function sumOfKnown(column: Float64Array): number | null {
  let sum: number | null = null;
  for (const value of column) if (!Number.isNaN(value)) sum = (sum ?? 0) + value;
  return sum;
}
