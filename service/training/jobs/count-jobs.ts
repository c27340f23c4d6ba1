import type { TrainingState } from "@/service/training/state/training-state";

/** Returns how many jobs there are of each status. */
export async function countJobs(state: TrainingState): Promise<ReadonlyMap<string, number>> {
  const rows = await state
    .selectFrom("job")
    .select(["status", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  return new Map(rows.map(({ status, count }) => [status, count]));
}
