/** The least time between two looks for calls to add up. */
export const LOOK_EVERY_MS = 3_000;

/** Below this, what a reader of rollups adds itself stays small. */
const MAX_PAUSE_MS = 30_000;

/** A batch costs the engine about twenty statements, however few calls it contains: at most 2 % of the time go to them. */
const PAUSES_PER_BATCH = 50;

/** Of more calls in a batch, the next pause would leave readers much to add. */
const MANY_CALLS = 2_000;

/**
 * Returns how long to wait after a batch that contained all stored calls, in milliseconds: a trickle of calls is not
 * added up call by call.
 *
 * @param batchMs how long the batch took
 * @param calls how many it contained
 */
export function pauseAfterBatch(batchMs: number, calls: number): number {
  if (calls > MANY_CALLS) return LOOK_EVERY_MS;
  return Math.min(MAX_PAUSE_MS, Math.max(LOOK_EVERY_MS, PAUSES_PER_BATCH * batchMs));
}

/**
 * Returns how long the first batch after a start waits, in milliseconds: few calls are added up as late as those of a
 * trickle, since a start has more urgent work.
 *
 * @param isLast whether the batch contains all stored calls
 */
export const pauseBeforeFirst = ({ calls, isLast }: { readonly calls: number; readonly isLast: boolean }): number =>
  isLast && calls <= MANY_CALLS ? MAX_PAUSE_MS : 0;
