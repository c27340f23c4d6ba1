import { STATUSES, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

const ERROR = STATUSES.indexOf("error");

/** Returns the next failed call after a row, wrapping around; -1 if none failed. */
export function nextErrorRow({ status }: TraceSkeleton, row: number): number {
  const after = status.indexOf(ERROR, row + 1);
  return after >= 0 ? after : status.indexOf(ERROR);
}

/** Returns the next or previous call of the same op; -1 at the ends. */
export function adjacentSameOp({ op, count }: TraceSkeleton, row: number, by: 1 | -1): number {
  for (let at = row + by; at >= 0 && at < count; at += by) if (op[at] === op[row]) return at;
  return -1;
}

/** Returns the next or previous call under the same parent; -1 at the ends. */
export function adjacentSibling({ parent, end, count }: TraceSkeleton, row: number, by: 1 | -1): number {
  const above = parent[row] ?? -1;
  if (by === 1) {
    const next = end[row] ?? count;
    return next < count && parent[next] === above ? next : -1;
  }
  // The row before a call is the last descendant of its previous sibling.
  let at = row - 1;
  while (at >= 0 && at !== above && parent[at] !== above) at = parent[at] ?? -1;
  return at >= 0 && at !== above ? at : -1;
}
