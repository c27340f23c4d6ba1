import { randomUUID } from "node:crypto";
import type { TrainedTrajectory } from "@/lib/api/contract/app/lineage";
import type { AppDatabase } from "./app-database";
import type { LineagePlanTable } from "./app-schema";

/**
 * A plan without a confirmed job is deleted after this many days, and so is the record of where confirmed plans ended.
 */
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** The origins of a job that is about to be sent, or a part of them. */
export interface PlanPart {
  readonly workspaceId: string;
  readonly modelId: string;
  /** The plan of an earlier part; null for the first. */
  readonly planId: string | null;
  readonly trajectories: readonly TrainedTrajectory[];
}

/** Stores the origins of a job before it is sent. Returns the plan's id, or null if there is no such plan. */
export async function writePlan(
  database: AppDatabase,
  { workspaceId, modelId, planId, trajectories }: PlanPart,
  now: Date,
): Promise<string | null> {
  const id = planId ?? (await openPlan(database, workspaceId, modelId, now));
  if (planId !== null) {
    const plan = await findPlan(database, planId);
    if (plan?.workspace_id !== workspaceId || plan.job_id !== null) return null;
  }
  if (trajectories.length === 0) return id;
  const rows = trajectories.map(({ group, trajectory, reward, kind, id: origin, table }) => ({
    plan_id: id,
    group_index: group,
    trajectory_index: trajectory,
    reward,
    kind,
    origin_id: origin,
    table_digest: table,
  }));
  await database
    .insertInto("planned_trajectory")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

async function openPlan(database: AppDatabase, workspaceId: string, modelId: string, now: Date): Promise<string> {
  const oldest = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString();
  await database.deleteFrom("lineage_plan").where("created_at", "<", oldest).execute();
  const id = randomUUID();
  const plan = { id, workspace_id: workspaceId, model_id: modelId, created_at: now.toISOString(), job_id: null };
  await database.insertInto("lineage_plan").values(plan).execute();
  return id;
}

export async function findPlan(database: AppDatabase, id: string): Promise<LineagePlanTable | undefined> {
  return await database.selectFrom("lineage_plan").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Confirms that the planned job was started and stores all of its origins or none. A plan that is already confirmed is
 * not changed, whatever job is named. Returns the plan's job, or null if there is no such plan.
 */
export async function confirmPlan(database: AppDatabase, id: string, jobId: string): Promise<string | null> {
  return await database.transaction().execute(async (transaction) => {
    const plan = await findPlan(transaction, id);
    if (!plan) return null;
    if (plan.job_id !== null) return plan.job_id;
    const { workspace_id, model_id, created_at } = plan;
    await transaction
      .insertInto("trained_job")
      .values({ workspace_id, job_id: jobId, model_id, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const columns = ["group_index", "trajectory_index", "reward", "kind", "origin_id", "table_digest"] as const;
    await transaction
      .insertInto("trained_trajectory")
      .columns(["workspace_id", "job_id", ...columns])
      .expression((from) =>
        from
          .selectFrom("planned_trajectory")
          .where("plan_id", "=", id)
          .select(({ val }) => [val(workspace_id).as("workspace_id"), val(jobId).as("job_id"), ...columns]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction.deleteFrom("planned_trajectory").where("plan_id", "=", id).execute();
    await transaction.updateTable("lineage_plan").set({ job_id: jobId }).where("id", "=", id).execute();
    return jobId;
  });
}
