import { rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import type { VisibleRows } from "./folds";

/** Returns the visible rows without those of hidden calls; the same rows if none of them is in the trace. */
export function withoutCalls(skeleton: TraceSkeleton, visible: VisibleRows, hidden: ReadonlySet<string>): VisibleRows {
  const rows = [...hidden].map((id) => rowOfId(skeleton, id)).filter((row) => row >= 0);
  if (rows.length === 0) return visible;
  const isHidden = new Uint8Array(skeleton.count);
  for (const row of rows) isHidden[row] = 1;
  return { rows: visible.rows.filter((row) => isHidden[row] === 0) };
}
