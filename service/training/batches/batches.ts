import { v7 as uuidv7 } from "uuid";
import { jsonText } from "@/lib/postgres/json-columns";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { StagedBlob } from "@/service/traces/store/files/blob-store";
import { cursorOf, unknownCursor } from "@/service/training/state/list-page";
import {
  type StoredBatch,
  type StoredGroup,
  type TrainingSchema,
  type TrainingState,
  type TrainingTransaction,
  timestampNow,
} from "@/service/training/state/training-state";
import type { BatchContents, ByteRange } from "./batch-reader";

/** Rows of groups in one statement: a few milliseconds of work, and far below the 32,766 values that SQLite binds. */
const GROUPS_PER_BATCH = 200;

export interface NewBatch {
  readonly modelId: string;
  readonly kind: TrainingSchema["batch"]["kind"];
  readonly split: string | null;
  readonly step: number | null;
  readonly blob: StagedBlob;
  readonly contents: BatchContents;
  readonly userId: string;
}

/** A batch as lists show it. */
export interface BatchOverview extends StoredBatch {
  readonly training_job_id: string | null;
}

export interface BatchSelection {
  readonly modelId: string;
  readonly kind: "job" | "log" | null;
  readonly split: string | null;
  readonly step: number | null;
  readonly after: string | null | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** Stores the rows of a batch besides its body, and returns its id. */
export async function insertBatch(transaction: TrainingTransaction, batch: NewBatch): Promise<string> {
  const { modelId, kind, split, step, blob, contents, userId } = batch;
  const id = uuidv7();
  await transaction
    .insertInto("batch")
    .values({
      id,
      model_id: modelId,
      kind,
      split,
      step,
      blob: blob.name,
      size_bytes: blob.sizeBytes,
      group_count: contents.groups.length,
      trajectory_count: contents.trajectoryCount,
      exception_count: contents.exceptionCount,
      metrics: JSON.stringify(contents.metrics),
      policy_version: contents.policyVersion,
      policy_versions: contents.policyVersions === null ? null : JSON.stringify(contents.policyVersions),
      repeats: contents.answers.repeats,
      truncated: contents.answers.truncated,
      created_at: timestampNow(),
      created_by: userId,
    })
    .execute();
  const yielder = new EventLoopYielder();
  for (let at = 0; at < contents.groups.length; at += GROUPS_PER_BATCH) {
    const rows = contents.groups.slice(at, at + GROUPS_PER_BATCH).map((group, index) => ({
      batch_id: id,
      group_index: at + index,
      exception_count: group.exceptionCount,
      rewards: JSON.stringify(group.rewards),
      trajectories: JSON.stringify(group.trajectories),
      members: JSON.stringify(group.members),
      label: group.label,
      title: group.title,
    }));
    await transaction.insertInto("trajectory_group").values(rows).execute();
    await yielder.yieldToEventLoop();
  }
  return id;
}

function overviews(state: TrainingState) {
  return state
    .selectFrom("batch")
    .selectAll("batch")
    .select(({ selectFrom }) =>
      selectFrom("job").select("job.id").whereRef("job.batch_id", "=", "batch.id").limit(1).as("training_job_id"),
    );
}

export async function findBatch(state: TrainingState, id: string): Promise<StoredBatch | undefined> {
  return await state.selectFrom("batch").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the id of the job that trains on a batch; null for a log. */
export async function jobOfBatch(
  state: TrainingState,
  { id, model_id: modelId }: Pick<StoredBatch, "id" | "model_id">,
): Promise<string | null> {
  const query = state.selectFrom("job").select("id").where("model_id", "=", modelId).where("batch_id", "=", id);
  return (await query.limit(1).executeTakeFirst())?.id ?? null;
}

/**
 * Returns the batches of a model in order of arrival; one more than `limit` if there are more.
 * @throws NotFound when the model has no batch `after`
 */
export async function listBatches(state: TrainingState, selection: BatchSelection): Promise<BatchOverview[]> {
  const { modelId, kind, split, step, limit, order } = selection;
  let query = overviews(state)
    .where("batch.model_id", "=", modelId)
    .orderBy("batch.seq", order)
    .limit(limit + 1);
  if (kind !== null) query = query.where("batch.kind", "=", kind);
  if (split !== null) query = query.where("batch.split", "=", split);
  if (step !== null) query = query.where("batch.step", "=", step);
  const after = cursorOf(selection.after);
  if (after !== null) {
    const cursor = await findBatch(state, after);
    if (cursor?.model_id !== modelId) throw unknownCursor(after);
    query = query.where("batch.seq", order === "asc" ? ">" : "<", cursor.seq);
  }
  return await query.execute();
}

/** Returns the groups of a batch from an index on; one more than `limit` if there are more. */
export async function listGroups(
  state: TrainingState,
  { batchId, from, limit }: { batchId: string; from: number; limit: number },
): Promise<StoredGroup[]> {
  return await state
    .selectFrom("trajectory_group")
    .selectAll()
    .where("batch_id", "=", batchId)
    .where("group_index", ">=", from)
    .orderBy("group_index")
    .limit(limit + 1)
    .execute();
}

/**
 * Returns the locations of a group's members in the batch's body, except `trajectories`; undefined when there is no
 * such group.
 */
export async function findGroupMembers(
  state: TrainingState,
  batchId: string,
  groupIndex: number,
): Promise<Readonly<Record<string, ByteRange>> | undefined> {
  const row = await state
    .selectFrom("trajectory_group")
    .select("members")
    .where("batch_id", "=", batchId)
    .where("group_index", "=", groupIndex)
    .executeTakeFirst();
  return row && (JSON.parse(row.members) as Record<string, ByteRange>);
}

/** Returns the location of a trajectory in the batch's body; undefined when there is none at this index. */
export async function findTrajectory(
  state: TrainingState,
  { batchId, groupIndex, index }: { batchId: string; groupIndex: number; index: number },
): Promise<ByteRange | undefined> {
  // The database picks one element: a group may have 100,000.
  const row = await state
    .selectFrom("trajectory_group")
    .select(jsonText(state, "trajectories", [index]).as("place"))
    .where("batch_id", "=", batchId)
    .where("group_index", "=", groupIndex)
    .executeTakeFirst();
  return row?.place == null ? undefined : (JSON.parse(row.place) as ByteRange);
}

/** True when a batch still names a blob. */
export async function isBlobReferenced(state: TrainingState, blob: string): Promise<boolean> {
  const row = await state.selectFrom("batch").select("id").where("blob", "=", blob).limit(1).executeTakeFirst();
  return row !== undefined;
}
