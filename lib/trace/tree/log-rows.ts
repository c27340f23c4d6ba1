import { rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/**
 * Returns the rows of all calls in the order of their starts, whatever is folded; of those that match a search where
 * there is one. Hidden calls are left out.
 *
 * @param matches rows; null without a search
 */
export function logRows(
  skeleton: TraceSkeleton,
  matches: Int32Array | null,
  hidden: ReadonlySet<string>,
): Int32Array<ArrayBuffer> {
  const { count, byStart } = skeleton;
  const isShown = new Uint8Array(count);
  if (matches === null) isShown.fill(1);
  else for (const row of matches) isShown[row] = 1;
  for (const id of hidden) {
    const row = rowOfId(skeleton, id);
    if (row >= 0) isShown[row] = 0;
  }
  return byStart.filter((row) => isShown[row] === 1);
}
