import { seededIntegers } from "@/lib/evaluation/statistics/seeded-random";

/**
 * Returns the positions of an iteration's tasks: windows of one shuffled order, one after the other, so that all tasks
 * occur equally often. The same seed gives the same order.
 */
export function tasksOfIteration(
  { count, perIteration, seed }: { readonly count: number; readonly perIteration: number; readonly seed: number },
  iteration: number,
): number[] {
  const size = Math.min(count, perIteration);
  if (size === count) return Array.from({ length: count }, (_, position) => position);
  const order = shuffled(count, seed);
  const from = (iteration - 1) * size;
  const window = Array.from({ length: size }, (_, at) => order[(from + at) % count] ?? 0);
  return window.sort((left, right) => left - right);
}

function shuffled(count: number, seed: number): number[] {
  const next = seededIntegers(seed);
  const order = Array.from({ length: count }, (_, position) => position);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = next() % (at + 1);
    const [left, right] = [order[at] ?? 0, order[other] ?? 0];
    [order[at], order[other]] = [right, left];
  }
  return order;
}
