import type { z } from "zod";
import type { lineageJob, lineageModel, lineageOrigin, lineageOriginRequest } from "@/lib/api/contract/app/lineage";
import { LINEAGE_PAGE } from "@/lib/api/contract/app/lineage-limits";
import type { AppDatabase } from "./app-database";

/** Maximum number of jobs listed for an origin. */
const MAX_JOBS = 100;

interface TrainedJob {
  readonly workspaceId: string;
  readonly jobId: string;
}

type Counts = z.infer<typeof lineageJob>["counts"];
type Kind = keyof Counts;

function counted(rows: readonly { readonly kind: Kind; readonly count: number | bigint | string }[]): Counts {
  const counts = { thread: 0, trace: 0, row: 0 };
  for (const { kind, count } of rows) counts[kind] = Number(count);
  return counts;
}

/** The origins of a job, in the order of its request. */
export async function findTrained(
  database: AppDatabase,
  { workspaceId, jobId }: TrainedJob,
  offset: number,
): Promise<z.infer<typeof lineageJob>> {
  const own = database
    .selectFrom("trained_trajectory")
    .where("workspace_id", "=", workspaceId)
    .where("job_id", "=", jobId);
  const counts = await own
    .select(({ fn }) => ["kind", fn.countAll().as("count")])
    .groupBy("kind")
    .execute();
  const trajectories = await own
    .select(["group_index as group", "trajectory_index as trajectory", "reward", "kind"])
    .select(["origin_id as id", "table_digest as table"])
    .orderBy("group_index")
    .orderBy("trajectory_index")
    .limit(LINEAGE_PAGE)
    .offset(offset)
    .execute();
  return { counts: counted(counts), trajectories };
}

/** The jobs of a model that were started here, newest first. */
export async function listTrainedOfModel(
  database: AppDatabase,
  workspaceId: string,
  modelId: string,
): Promise<z.infer<typeof lineageModel>> {
  const rows = await database
    .selectFrom("trained_job")
    .innerJoin("trained_trajectory", (join) =>
      join
        .onRef("trained_trajectory.workspace_id", "=", "trained_job.workspace_id")
        .onRef("trained_trajectory.job_id", "=", "trained_job.job_id"),
    )
    .where("trained_job.workspace_id", "=", workspaceId)
    .where("trained_job.model_id", "=", modelId)
    .select(({ fn }) => [
      ...(["trained_job.job_id", "trained_job.created_at", "trained_trajectory.kind"] as const),
      fn.countAll().as("count"),
    ])
    .groupBy(["trained_job.job_id", "trained_job.created_at", "trained_trajectory.kind"])
    .orderBy("trained_job.created_at", "desc")
    .execute();
  const jobs = new Map<string, typeof rows>();
  for (const row of rows) jobs.set(row.job_id, [...(jobs.get(row.job_id) ?? []), row]);
  return {
    jobs: [...jobs].slice(0, MAX_JOBS).map(([jobId, own]) => ({
      jobId,
      createdAt: own[0]?.created_at ?? "",
      counts: counted(own),
    })),
  };
}

/** The jobs trained on a thread, a trace, a row, or any row of a table; newest first. */
export async function listTrainedFrom(
  database: AppDatabase,
  { workspaceId, kind, id }: z.infer<typeof lineageOriginRequest>,
): Promise<z.infer<typeof lineageOrigin>> {
  const all = database
    .selectFrom("trained_trajectory")
    .innerJoin("trained_job", (join) =>
      join
        .onRef("trained_job.workspace_id", "=", "trained_trajectory.workspace_id")
        .onRef("trained_job.job_id", "=", "trained_trajectory.job_id"),
    )
    .where("trained_trajectory.workspace_id", "=", workspaceId);
  const from =
    kind === "table"
      ? all.where("trained_trajectory.table_digest", "=", id)
      : all.where("trained_trajectory.kind", "=", kind).where("trained_trajectory.origin_id", "=", id);
  const jobs = await from
    .select(({ fn }) => [
      ...(["trained_job.job_id as jobId", "trained_job.model_id as modelId"] as const),
      "trained_job.created_at as createdAt",
      fn.countAll().as("count"),
    ])
    .groupBy(["trained_job.job_id", "trained_job.model_id", "trained_job.created_at"])
    .orderBy("trained_job.created_at", "desc")
    .limit(MAX_JOBS)
    .execute();
  const foundJobs: z.infer<typeof lineageOrigin>["jobs"] = [];
  for (const { count, ...job } of jobs) {
    const first = await from
      .select(["trained_trajectory.group_index as group", "trained_trajectory.trajectory_index as trajectory"])
      .select("trained_trajectory.reward")
      .where("trained_trajectory.job_id", "=", job.jobId)
      .orderBy("trained_trajectory.group_index")
      .orderBy("trained_trajectory.trajectory_index")
      .executeTakeFirstOrThrow();
    foundJobs.push({ ...job, ...first, trajectoryCount: Number(count) });
  }
  return { jobs: foundJobs };
}
