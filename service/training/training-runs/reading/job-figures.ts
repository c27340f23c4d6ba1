import { sql } from "kysely";
import { jsonMembers } from "@/lib/postgres/json-columns";
import type { TrainingState } from "@/service/training/state/training-state";

/** The figures of a job that its run shows. */
export interface JobFigures {
  readonly batchId: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Means over its gradient steps; for a running job, over those so far. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** SQLite limits the parameters of a statement. */
const JOBS_PER_QUERY = 500;

/** Returns figures of jobs by id. */
export async function readJobFigures(
  state: TrainingState,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, JobFigures>> {
  const found = new Map<string, JobFigures>();
  for (let at = 0; at < jobIds.length; at += JOBS_PER_QUERY) {
    const ids = jobIds.slice(at, at + JOBS_PER_QUERY);
    const rows = await state
      .selectFrom("job")
      .leftJoin("batch", "batch.id", "job.batch_id")
      .leftJoin("checkpoint", "checkpoint.id", "job.checkpoint_id")
      .select(["job.id", "batch.id as batch_id", "job.started_at", "job.ended_at", "checkpoint.metrics"])
      .where("job.id", "in", ids)
      .execute();
    for (const { id, batch_id: batchId, started_at: startedAt, ended_at: endedAt, metrics } of rows) {
      const known = metrics === null ? await meansSoFar(state, id) : (JSON.parse(metrics) as Record<string, number>);
      found.set(id, { batchId, startedAt, endedAt, metrics: known });
    }
  }
  return found;
}

/** The means of the gradient steps of a running or failed job, which has no checkpoint. */
async function meansSoFar(state: TrainingState, jobId: string): Promise<Record<string, number>> {
  const metric = jsonMembers(state, "event.data");
  const { rows } = await sql<{ name: string; mean: number }>`
    select ${metric.name} as name, avg(${metric.number}) as mean
    from event, ${metric.rows}
    where event.job_id = ${jobId} and event.type = 'gradient_step' and ${metric.isNumber}
    group by ${metric.name}`.execute(state);
  return Object.fromEntries(rows.map(({ name, mean }) => [name, mean]));
}
