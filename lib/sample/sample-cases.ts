import { type AirlineCase, createCase } from "./airline-cases";
import { Random } from "./random";

/** Offset from the seeds of conversations, so that a case and a conversation never draw the same numbers. */
const CASE_SEEDS = 500_000_003;

const SEED_STEP = 7919;

/** Returns the name of a case, in the table of cases and in the attributes of its conversations: `case-0001`. */
export const caseId = (index: number): string => `case-${String(index + 1).padStart(4, "0")}`;

/**
 * Returns a case of a sample. The customer, the booking and the first message depend on the index alone; the rest also
 * depends on the agent.
 */
export function sampleCase(
  seed: number,
  index: number,
  { isConfirming, isSolved }: { readonly isConfirming: boolean; readonly isSolved: boolean },
): AirlineCase {
  return createCase(new Random(seed + CASE_SEEDS + index * SEED_STEP), isConfirming, isSolved);
}
