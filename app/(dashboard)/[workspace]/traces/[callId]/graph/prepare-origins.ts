import { rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** How each call of a trace was reached: from one other call, or from none. */
export interface CallOrigins {
  /** By row: the call that it follows, else its parent; -1 for neither. */
  readonly from: Int32Array;
  /** By row: 1 if the call follows another under the same parent. */
  readonly follows: Uint8Array;
  /** By row: 1 for calls that are deleted or about to be; the others are as if they had never been. */
  readonly isHidden: Uint8Array;
}

/**
 * Returns what led to each call. A call follows the one that started before it under the same parent, if that had ended;
 * calls that run side by side follow the same one. A call that follows none was called by its parent.
 */
export function callOrigins(skeleton: TraceSkeleton, hidden: ReadonlySet<string>): CallOrigins {
  const { count, parent, startMs, endMs } = skeleton;
  const isHidden = hiddenRows(skeleton, hidden);
  const from = new Int32Array(count).fill(-1);
  const follows = new Uint8Array(count);
  // Siblings are in the order of their starts. The last one by parent; those without a parent are siblings too.
  const lastSibling = new Int32Array(count + 1).fill(-1);
  for (let row = 0; row < count; row += 1) {
    if (isHidden[row] === 1) continue;
    const above = parent[row] ?? -1;
    const beside = lastSibling[above + 1] ?? -1;
    lastSibling[above + 1] = row;
    // An unknown end is NaN, and not before any start.
    const hasEnded = beside >= 0 && (endMs[beside] ?? Number.NaN) <= (startMs[row] ?? 0);
    const isAfter = hasEnded || (beside >= 0 && follows[beside] === 1);
    follows[row] = Number(isAfter);
    from[row] = hasEnded ? beside : isAfter ? (from[beside] ?? -1) : above;
  }
  return { from, follows, isHidden };
}

function hiddenRows(skeleton: TraceSkeleton, hidden: ReadonlySet<string>): Uint8Array {
  const isHidden = new Uint8Array(skeleton.count);
  for (const id of hidden) {
    const row = rowOfId(skeleton, id);
    if (row >= 0) isHidden[row] = 1;
  }
  return isHidden;
}
