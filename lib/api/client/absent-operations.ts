import type { z } from "zod";
import type { connection } from "@/lib/api/contract/app/connections";

type TestedConnection = Pick<z.infer<typeof connection>, "id" | "lastTest">;

/** A service may be upgraded: what a response or a test has shown counts for this long. */
const RESPONSE_KEPT_MS = 10 * 60_000;
const TEST_KEPT_MS = 24 * 60 * 60_000;

/** By connection and operation: until when it is known to be absent, in milliseconds of the browser's clock. */
const absentUntilMs = new Map<string, number>();

/** Counts how often the user asked again: an answer to an earlier question says nothing any more. */
let round = 0;

const keyOf = (connectionId: string, operation: string) => `${connectionId} ${operation}`;

/** Returns the mark of a question, which `noteAbsent` needs with its answer. */
export const questionRound = () => round;

/** Notes that a service responded that it does not have an operation, to a question of this round. */
export function noteAbsent(connectionId: string, operation: string, askedInRound: number): void {
  if (askedInRound !== round) return;
  absentUntilMs.set(keyOf(connectionId, operation), Date.now() + RESPONSE_KEPT_MS);
}

/** Notes what the last tests of all connections have found. */
export function noteTests(connections: readonly TestedConnection[]): void {
  for (const { id, lastTest } of connections) {
    const untilMs = lastTest ? Date.parse(lastTest.testedAt) + TEST_KEPT_MS : 0;
    for (const { operation, support } of lastTest?.operations ?? []) {
      if (support === "missing") absentUntilMs.set(keyOf(id, operation), untilMs);
      else if (support === "supported") absentUntilMs.delete(keyOf(id, operation));
    }
  }
}

/** True for an operation that need not be requested: the service is known not to have it. */
export function isKnownAbsent(connectionId: string, operation: string): boolean {
  return (absentUntilMs.get(keyOf(connectionId, operation)) ?? 0) > Date.now();
}

/** Forgets what is known of an operation, or of all, so that the next request asks the service again. */
export function askAgain(operation: string | null): void {
  round += 1;
  for (const key of [...absentUntilMs.keys()]) {
    if (operation === null || key.endsWith(` ${operation}`)) absentUntilMs.delete(key);
  }
}
