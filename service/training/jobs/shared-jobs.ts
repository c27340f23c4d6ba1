import { sql } from "kysely";
import type { Leases } from "@/service/kernel/state/leases";
import type { StoredJob, TrainingState } from "@/service/training/state/training-state";
import { endJob, type JobEnd } from "./jobs";

/** The subject of the lease of a job. */
export function leaseOfJob(id: string): string {
  return `job:${id}`;
}

/** Query condition: no service has the lease of the row's job. */
const isAbandoned = (leases: Leases) => leases.isFree(sql<string>`'job:' || job.id`);

/** Returns jobs that are running according to their rows, but whose services no longer run them. */
export async function abandonedJobs(state: TrainingState, leases: Leases): Promise<StoredJob[]> {
  return await state
    .selectFrom("job")
    .selectAll()
    .where("status", "=", "running")
    .where(isAbandoned(leases))
    .orderBy("seq")
    .execute();
}

/** Ends an abandoned job, as cancelled if a user asked for that. Returns false if another service ended it first. */
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

/** Asks the service that runs a job to cancel it. The first reason is kept. */
export async function requestCancel(state: TrainingState, id: string, reason: string): Promise<void> {
  await state
    .updateTable("job")
    .set({ cancel_reason: reason })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("cancel_reason", "is", null)
    .execute();
}

/** Returns the reasons of requests to cancel these jobs, by job id. */
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

/** Returns ended jobs whose trainer ran on a machine since its current boot, the newest first. */
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
