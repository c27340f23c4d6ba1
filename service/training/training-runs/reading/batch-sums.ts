import type { AnswerShares } from "@/service/training/answers/answer-shares";
import type { TrainingState } from "@/service/training/state/training-state";
import type { VersionCounts } from "@/service/training/training-runs/figures/staleness";

/** The sums over a batch that were computed when it arrived; null where it does not say them, or is older than they are. */
export interface BatchSums {
  /** Means over its trajectories. */
  readonly metrics: Readonly<Record<string, number>>;
  /** The mean step of the checkpoints that sampled its trajectories. */
  readonly policyVersion: number | null;
  /** Its trajectories by that step. */
  readonly versions: VersionCounts | null;
  readonly answers: AnswerShares;
}

/** SQLite limits the parameters of a statement. */
const BATCHES_PER_QUERY = 500;

/** Returns the sums of batches, by batch. */
export async function readBatchSums(
  state: TrainingState,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BatchSums>> {
  const found = new Map<string, BatchSums>();
  for (let at = 0; at < ids.length; at += BATCHES_PER_QUERY) {
    const rows = await state
      .selectFrom("batch")
      .select(["id", "metrics", "policy_version", "policy_versions", "repeats", "truncated"])
      .where("id", "in", ids.slice(at, at + BATCHES_PER_QUERY))
      .execute();
    for (const { id, metrics, policy_version: policyVersion, policy_versions: versions, ...answers } of rows)
      found.set(id, {
        ...{ policyVersion, answers },
        metrics: JSON.parse(metrics) as Record<string, number>,
        versions: versions === null ? null : (JSON.parse(versions) as VersionCounts),
      });
  }
  return found;
}
