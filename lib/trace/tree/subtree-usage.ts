import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** Tokens and cost by row, each with those of all descendants; NaN where none of them reports any. */
export interface SubtreeUsage {
  readonly tokensIn: Float64Array;
  readonly tokensOut: Float64Array;
  readonly costUsd: Float64Array;
}

/** Returns the usage of each call with that of the calls below it. */
export function subtreeUsage(skeleton: TraceSkeleton): SubtreeUsage {
  const sums = (own: Float64Array) => summedUp(own, skeleton.parent);
  return { tokensIn: sums(skeleton.tokensIn), tokensOut: sums(skeleton.tokensOut), costUsd: sums(skeleton.costUsd) };
}

function summedUp(own: Float64Array, parents: Int32Array): Float64Array {
  const sums = Float64Array.from(own);
  // Children follow their parents, so each row is complete when it is added to its parent.
  for (let row = sums.length - 1; row >= 0; row -= 1) {
    const parent = parents[row] ?? -1;
    const value = sums[row] ?? Number.NaN;
    if (parent < 0 || Number.isNaN(value)) continue;
    const above = sums[parent] ?? Number.NaN;
    sums[parent] = Number.isNaN(above) ? value : above + value;
  }
  return sums;
}
