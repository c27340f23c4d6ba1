/** Values missing for longer than this multiple of their usual distance are a gap. */
const GAP_DISTANCES = 1.5;

/**
 * Returns the distance beyond which values are missing: a metric may be logged at every tenth step.
 *
 * @param places ascending, one for each value
 */
export function gapDistance(places: ArrayLike<number>): number {
  const distances = new Float64Array(Math.max(0, places.length - 1));
  for (let index = 0; index < distances.length; index += 1)
    distances[index] = (places[index + 1] ?? 0) - (places[index] ?? 0);
  distances.sort();
  const usual = distances[Math.floor(distances.length / 2)] ?? 1;
  // Several values at most steps: there is no distance to compare with.
  return usual > 0 ? usual * GAP_DISTANCES : Number.POSITIVE_INFINITY;
}
