import { type RawBuilder, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import { wordsCondition } from "@/service/kernel/state/words-condition";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import { cursorOf, unknownCursor } from "@/service/training/state/list-page";
import {
  type StoredJob,
  type TrainingState,
  type TrainingTransaction,
  timestampNow,
} from "@/service/training/state/training-state";
import { insertEvents, type NewEvent } from "./job-events";

/** A job with the names of its model, as lists and pages show it. */
export interface JobOverview extends StoredJob {
  readonly model_name: string;
  readonly entity: string;
  readonly project: string;
  readonly base_model: string;
  /** Null when the batch was deleted with the model. */
  readonly live_batch_id: string | null;
  readonly previous_step: number | null;
  /** What the model was forked from; null for one that was not. */
  readonly forked_model_id: string | null;
  readonly forked_step: number | null;
  readonly forked_name: string | null;
  /** From 1 for the job that is next in the queue of all models; 0 unless it is queued. */
  readonly queue_position: number;
}

/** The end of a job. */
export type JobEnd =
  | { readonly status: "completed"; readonly metrics: Readonly<Record<string, number>> }
  | { readonly status: "failed" | "cancelled"; readonly reason: string };

export interface JobFilter {
  readonly projects: readonly string[] | null;
  readonly modelId: string | null;
  readonly status: JobStatus | null;
  /** Each occurs in the id, the status or the model's name. */
  readonly words?: readonly string[];
  readonly after: string | null | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

const UNFINISHED = ["queued", "running"] as const;

interface NewJob {
  /** A new one when absent. */
  readonly id?: string;
  readonly modelId: string;
  readonly batchId: string;
  readonly config: string | null;
  readonly userId: string;
}

/** Adds a job to the end of the queue and returns its id. */
export async function insertJob(transaction: TrainingTransaction, { id = uuidv7(), ...job }: NewJob): Promise<string> {
  await transaction
    .insertInto("job")
    .values({
      id,
      model_id: job.modelId,
      batch_id: job.batchId,
      status: "queued",
      config: job.config,
      created_at: timestampNow(),
      created_by: job.userId,
      started_at: null,
      ended_at: null,
      error_message: null,
      trainer: null,
      trainer_pid: null,
      trainer_started: null,
      cancel_reason: null,
      device: null,
      checkpoint_id: null,
      step: null,
      previous_checkpoint_id: null,
      num_sequences: null,
      gradient_step_count: 0,
      last_event_at: null,
    })
    .execute();
  return id;
}

export async function findJob(state: TrainingState, id: string): Promise<StoredJob | undefined> {
  return await state.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns queued and running jobs, of one model or of all, in order of creation. */
export async function unfinishedJobs(state: TrainingState, modelId?: string): Promise<StoredJob[]> {
  let query = state.selectFrom("job").selectAll().where("status", "in", UNFINISHED).orderBy("seq");
  if (modelId !== undefined) query = query.where("model_id", "=", modelId);
  return await query.execute();
}

function startableJobs(state: TrainingState | TrainingTransaction) {
  return state
    .selectFrom("job")
    .select(["id", "model_id"])
    .where("status", "=", "queued")
    .where("model_id", "not in", (eb) => eb.selectFrom("job").select("model_id").where("status", "=", "running"));
}

/** Returns the next queued job, by priority and then by age, of a model that no other job is training. */
export async function nextJobId(state: TrainingState): Promise<string | undefined> {
  return (await startableJobs(state).orderBy("priority", "desc").orderBy("seq").limit(1).executeTakeFirst())?.id;
}

/** Sets the priority of a job. Returns false and changes nothing unless it is queued. */
export async function setJobPriority(state: TrainingState, id: string, priority: number): Promise<boolean> {
  const { numUpdatedRows } = await state
    .updateTable("job")
    .set({ priority })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Starts a queued job of a model that no other job is training. The job continues from the newest checkpoint, and gets
 * a step that the model never had. Returns undefined if the job can no longer start.
 */
export async function claimJob(
  state: TrainingState,
  id: string,
  trainer: string,
  device: string | null,
): Promise<StoredJob | undefined> {
  return await state.transaction().execute(async (transaction) => {
    const waiting = await startableJobs(transaction).where("id", "=", id).executeTakeFirst();
    if (!waiting) return undefined;
    const previous = await newestCheckpoint(transaction, waiting.model_id);
    const { step } = await transaction
      .selectFrom("checkpoint")
      .select(({ fn }) => fn.max("step").as("step"))
      .where("model_id", "=", waiting.model_id)
      .executeTakeFirstOrThrow();
    return await transaction
      .updateTable("job")
      .set({
        status: "running",
        started_at: timestampNow(),
        trainer,
        device,
        checkpoint_id: uuidv7(),
        step: (step ?? -1) + 1,
        previous_checkpoint_id: previous?.id ?? null,
      })
      .where("id", "=", waiting.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Stores the process that trains, so that it can be found if a crash leaves it running. */
export async function recordTrainerProcess(
  state: TrainingState,
  jobId: string,
  pid: number,
  started: string,
): Promise<void> {
  await state.updateTable("job").set({ trainer_pid: pid, trainer_started: started }).where("id", "=", jobId).execute();
}

/**
 * Ends an unfinished job: its state, its one terminal event and its checkpoint become visible at the same moment, so
 * that a reader of the event finds the checkpoint. Returns false and changes nothing when it is in none of the states
 * `from`.
 *
 * @param condition a further one
 */
export async function endJob(
  state: TrainingState,
  jobId: string,
  end: JobEnd,
  from: readonly JobStatus[] = UNFINISHED,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<boolean> {
  const at = timestampNow();
  const reason = end.status === "completed" ? null : end.reason;
  return await state.transaction().execute(async (transaction) => {
    const job = await transaction
      .updateTable("job")
      .set({ status: end.status, ended_at: at, last_event_at: at, error_message: reason })
      .where("id", "=", jobId)
      .where("status", "in", from)
      .where(condition)
      .returningAll()
      .executeTakeFirst();
    if (!job) return false;
    if (end.status === "completed") await insertCheckpoint(transaction, job, end.metrics, at);
    const terminal: NewEvent =
      reason === null
        ? { type: "training_ended", data: { step: job.step } }
        : { type: "training_failed", data: { error_message: reason } };
    await insertEvents(transaction, jobId, [terminal], at);
    return true;
  });
}

async function insertCheckpoint(
  transaction: TrainingTransaction,
  { id, model_id, checkpoint_id, step }: StoredJob,
  metrics: Readonly<Record<string, number>>,
  created_at: string,
): Promise<void> {
  if (checkpoint_id === null || step === null) throw new Error(`Job ${id} ended without having started.`);
  await transaction
    .insertInto("checkpoint")
    .values({
      id: checkpoint_id,
      model_id,
      step,
      metrics: JSON.stringify(metrics),
      job_id: id,
      created_at,
      deleted_at: null,
    })
    .execute();
}

const queuePosition = sql<number>`(
  select count(*) from job as other
  where job.status = 'queued' and other.status = 'queued'
    and (other.priority > job.priority or (other.priority = job.priority and other.seq <= job.seq)))`;

function overviews(state: TrainingState) {
  return state
    .selectFrom("job")
    .innerJoin("model", "model.id", "job.model_id")
    .leftJoin("batch", "batch.id", "job.batch_id")
    .leftJoin("checkpoint as previous", "previous.id", "job.previous_checkpoint_id")
    .leftJoin("model as source", "source.id", "model.forked_model_id")
    .selectAll("job")
    .select(["model.name as model_name", "model.entity", "model.project", "model.base_model"])
    .select(["batch.id as live_batch_id", "previous.step as previous_step"])
    .select(["model.forked_model_id", "model.forked_step", "source.name as forked_name"])
    .select(queuePosition.as("queue_position"));
}

/** Returns one job for a page that shows it; also one of a deleted model. */
export async function readJob(state: TrainingState, id: string): Promise<JobOverview | undefined> {
  return await overviews(state).where("job.id", "=", id).executeTakeFirst();
}

/**
 * Returns the jobs of live models in order of creation; one more than `limit` if there are more.
 * @throws NotFound when there is no job `after`
 */
export async function listJobs(state: TrainingState, selection: JobFilter): Promise<JobOverview[]> {
  const { projects, modelId, status, words = [], limit, order } = selection;
  let query = overviews(state)
    .where("model.deleted_at", "is", null)
    .orderBy("job.seq", order)
    .limit(limit + 1);
  if (projects) {
    query = query.where(({ eb, ref, val }) =>
      eb(eb(eb(ref("model.entity"), "||", val("/")), "||", ref("model.project")), "in", [...projects]),
    );
  }
  if (modelId !== null) query = query.where("job.model_id", "=", modelId);
  if (status !== null) query = query.where("job.status", "=", status);
  query = query.where(wordsCondition(["job.id", "job.status", "model.name"], words));
  const after = cursorOf(selection.after);
  if (after !== null) {
    const cursor = await findJob(state, after);
    if (!cursor) throw unknownCursor(after);
    query = query.where("job.seq", order === "asc" ? ">" : "<", cursor.seq);
  }
  return await query.execute();
}
