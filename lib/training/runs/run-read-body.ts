import type { RequestOf } from "@/lib/api/contract/operations";

/**
 * Returns the request of the page of a run: what it shows of a run of any length. Its charts read the series, each for its
 * own width.
 */
export const runReadBody = (projectId: string, runId: string): RequestOf<"trainingRuns.read"> => ({
  ...{ project_id: projectId, run_id: runId },
  ...{ newest: 200, has_metrics: false, max_rewards: 1200 },
});
