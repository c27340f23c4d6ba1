/** Returns the index some steps away in a list, at its first or last item where the list ends; -1 in an empty one. */
export function stepIndex(index: number, by: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index + by));
}
