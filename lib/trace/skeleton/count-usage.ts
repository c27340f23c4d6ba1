import { hasTokens } from "@/lib/calls/trace-usage";
import { countedUsage } from "@/lib/usage/counted-usage";
import type { SkeletonCall } from "./skeleton-call";

/** Usage by row that counts there; NaN where there is none. */
interface RowUsage {
  readonly tokensIn: Float64Array<ArrayBuffer>;
  readonly tokensOut: Float64Array<ArrayBuffer>;
  readonly costUsd: Float64Array<ArrayBuffer>;
}

export interface CountedRows extends RowUsage {
  /** The request that counts in place of one that is reported twice, by row. */
  readonly twinOf: ReadonlyMap<number, number>;
}

export type CallWithUsage = Pick<SkeletonCall, "id" | "usage" | "report" | "startMs" | "endMs">;

/** Counts each call's tokens and cost once. */
export function countUsage(parent: Int32Array, calls: readonly CallWithUsage[]): CountedRows {
  const nodes = calls.map(({ id, usage, report, startMs, endMs }) => ({
    ...{ id, report: report ?? null, start: startMs, end: Number.isNaN(endMs) ? startMs : endMs },
    models: usage.filter(hasTokens).map(({ model }) => model),
    total: usage.reduce((sum, entry) => sum + (entry.tokensIn ?? 0) + (entry.tokensOut ?? 0), 0),
  }));
  const { isCounted, twinOf } = countedUsage(nodes, (row) => parent[row] ?? -1);
  const [tokensIn, tokensOut, costUsd] = [unknowns(calls.length), unknowns(calls.length), unknowns(calls.length)];
  for (const [row, { usage }] of calls.entries()) {
    for (const entry of usage) {
      if (!isCounted(row, entry.model)) continue;
      add(tokensIn, row, entry.tokensIn);
      add(tokensOut, row, entry.tokensOut);
      add(costUsd, row, entry.costUsd);
    }
  }
  return { tokensIn, tokensOut, costUsd, twinOf };
}

const unknowns = (count: number) => new Float64Array(count).fill(Number.NaN);

function add(column: Float64Array, row: number, value: number | null): void {
  if (value === null) return;
  const before = column[row] ?? Number.NaN;
  column[row] = Number.isNaN(before) ? value : before + value;
}

/** The sum of the known values in a column; null where there are none. */
export function sumOfKnown(column: Float64Array): number | null {
  let sum: number | null = null;
  for (const value of column) if (!Number.isNaN(value)) sum = (sum ?? 0) + value;
  return sum;
}
