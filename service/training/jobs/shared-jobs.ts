import { sql } from "kysely";
import type { Leases } from "@/service/state/leases";
import type { StoredJob, TrainingState } from "@/service/training/state/training-state";
import { endJob, type JobEnd } from "./jobs";

/** The subject of the lease of a job. */
export function leaseOfJob(id: string): string {
  return `job:${id}`;
}

/** No service has the lease of the row's job. */
const isAbandoned = (leases: Leases) => leases.isFree(sql<string>`'job:' || job.id`);

/** Returns jobs that run according to their rows while no service runs them any more. */
export async function abandonedJobs(state: TrainingState, leases: Leases): Promise<StoredJob[]> {
  return await state
    .selectFrom("job")
    .selectAll()
    .where("status", "=", "running")
    .where(isAbandoned(leases))
    .orderBy("seq")
    .execute();
}

/** Ends an abandoned job, as cancelled where a user asked for that; false when another service did so before. */
export async function endAbandonedJob(
  state: TrainingState,
  leases: Leases,
  { id, cancel_reason: cancelReason }: StoredJob,
  problem: string,
): Promise<boolean> {
  const end: JobEnd =
    cancelReason === null ? { status: "failed", reason: problem } : { status: "cancelled", reason: cancelReason };
  return await endJob(state, id, end, ["running"], isAbandoned(leases));
}

/** Asks the service that runs a job to cancel it. The first reason counts. */
export async function requestCancel(state: TrainingState, id: string, reason: string): Promise<void> {
  await state
    .updateTable("job")
    .set({ cancel_reason: reason })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("cancel_reason", "is", null)
    .execute();
}

/** Returns the requests to cancel among these jobs, as reasons by id. */
export async function cancelRequests(
  state: TrainingState,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await state
    .selectFrom("job")
    .select(["id", "cancel_reason"])
    .where("id", "in", ids)
    .where("status", "=", "running")
    .execute();
  return new Map(rows.flatMap(({ id, cancel_reason: reason }) => (reason === null ? [] : [[id, reason] as const])));
}

/** Returns jobs that were ended while their trainer ran on a machine since its boot, the newest first. */
export async function endedJobsOfBoot(state: TrainingState, bootId: string): Promise<StoredJob[]> {
  return await state
    .selectFrom("job")
    .selectAll()
    .where("status", "!=", "running")
    .where("trainer_started", "like", `${bootId} %`)
    .orderBy("seq", "desc")
    .limit(1_000)
    .execute();
}
