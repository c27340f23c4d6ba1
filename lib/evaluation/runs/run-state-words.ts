import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import type { Status } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";

const statuses: Readonly<Record<EvaluationRun["state"], Status>> = {
  running: "running",
  lost: "unknown",
  failed: "error",
  cancelled: "cancelled",
  finished: "ok",
  unsummarized: "warning",
};

/** The status glyph of a run. */
export const runStatus = ({ state }: EvaluationRun): Status => statuses[state];

/** Returns the state of a run in words. A silent run is not called failed: nobody knows. */
export function runStateWords(run: EvaluationRun, nowMs: number): string {
  switch (run.state) {
    case "running":
      return `Running, ${progressWords(run)}`;
    case "lost":
      return `No sign of life since ${formatAgo(parseTime(run.last_activity_at ?? run.started_at), nowMs)}, ${progressWords(run)}`;
    case "failed":
      return `Failed: ${run.exception ?? "no reason given"}`;
    case "cancelled":
      return "Cancelled";
    case "unsummarized":
      return `Summary missing, computed from ${formatCount(run.ended_trial_count)} trials`;
    case "finished":
      return isIncomplete(run) ? `Finished, incomplete: ${progressWords(run)}` : "Finished";
  }
}

export function progressWords({ ended_trial_count: ended, expected_trial_count: expected }: EvaluationRun): string {
  const count = formatCount(ended);
  return expected === null ? `${count} trials` : `${count} of ${formatCount(expected)} trials`;
}

export const isIncomplete = ({ ended_trial_count: ended, expected_trial_count: expected }: EvaluationRun): boolean =>
  expected !== null && ended < expected;
