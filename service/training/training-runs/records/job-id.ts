import { runCallId } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";

/**
 * Returns the id of a job of a run. A job that failed, or ended with its service, is followed by one with the next
 * attempt.
 *
 * @param attempt from 0
 */
export function jobIdOf(runId: string, iteration: number, attempt: number): string {
  return runCallId(runId, "job", iteration, attempt);
}
