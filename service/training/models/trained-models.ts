import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { wordsCondition } from "@/service/kernel/state/words-condition";
import { cursorOf, unknownCursor } from "@/service/training/state/list-page";
import {
  type StoredModel,
  type TrainingState,
  type TrainingTransaction,
  timestampNow,
} from "@/service/training/state/training-state";

export interface NewModel {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly baseModel: string;
  readonly userId: string;
}

/** A model with the figures of its checkpoints and jobs that lists show. */
export interface ModelOverview extends StoredModel {
  readonly latest_step: number | null;
  readonly checkpoint_count: number;
  readonly job_count: number;
  /** The name of the model that it was forked from; null for one that was not. */
  readonly forked_name: string | null;
}

export interface ModelSelection {
  /** entity/project; null for all. */
  readonly projects: readonly string[] | null;
  /** Each occurs in the name or the base model. */
  readonly words?: readonly string[];
  readonly after: string | null | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** The project of a model, in the form that limits of keys use. */
export function projectOf({ entity, project }: Pick<StoredModel, "entity" | "project">): string {
  return `${entity}/${project}`;
}

/** What a model begins with in place of its base model. */
interface ModelStart {
  readonly forkedModelId: string;
  readonly forkedStep: number;
  /** The job that trained the weights; null for those of the base model. */
  readonly jobId: string | null;
  /** Until its files are stored, the model counts as deleted. */
  readonly deletedAt: string | null;
}

const BASE_MODEL = { forkedModelId: null, forkedStep: null, jobId: null, deletedAt: null } as const;

/** Adds a model with its checkpoint at step 0, and returns both. */
export async function insertModel(
  transaction: TrainingTransaction,
  { entity, project, name, baseModel, userId }: NewModel,
  start: ModelStart | typeof BASE_MODEL = BASE_MODEL,
): Promise<{ readonly model: StoredModel; readonly checkpointId: string }> {
  const created_at = timestampNow();
  const model = await transaction
    .insertInto("model")
    .values({
      id: uuidv7(),
      entity,
      project,
      name,
      base_model: baseModel,
      created_at,
      created_by: userId,
      deleted_at: start.deletedAt,
      forked_model_id: start.forkedModelId,
      forked_step: start.forkedStep,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const checkpointId = uuidv7();
  await transaction
    .insertInto("checkpoint")
    .values({
      id: checkpointId,
      model_id: model.id,
      step: 0,
      metrics: "{}",
      job_id: start.jobId,
      created_at,
      deleted_at: null,
    })
    .execute();
  return { model, checkpointId };
}

/** Registers a model with its untrained checkpoint, step 0. Returns null when the name is taken. */
export async function createModel(state: TrainingState, model: NewModel): Promise<StoredModel | null> {
  try {
    return await state.transaction().execute(async (transaction) => (await insertModel(transaction, model)).model);
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Returns the live model of this name. */
export async function findModelByName(
  state: TrainingState,
  { entity, project, name }: Pick<StoredModel, "entity" | "project" | "name">,
): Promise<StoredModel | undefined> {
  return await state
    .selectFrom("model")
    .selectAll()
    .where("entity", "=", entity)
    .where("project", "=", project)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Returns the live model with this id. */
export async function findModel(state: TrainingState, id: string): Promise<StoredModel | undefined> {
  return await state
    .selectFrom("model")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

function overviews(state: TrainingState) {
  return state
    .selectFrom("model")
    .selectAll("model")
    .where("model.deleted_at", "is", null)
    .select(({ selectFrom, fn }) => [
      selectFrom("checkpoint")
        .select((checkpoint) => checkpoint.fn.max("step").as("step"))
        .whereRef("model_id", "=", "model.id")
        .where("deleted_at", "is", null)
        .as("latest_step"),
      selectFrom("checkpoint")
        .select(fn.countAll<number>().as("count"))
        .whereRef("model_id", "=", "model.id")
        .where("deleted_at", "is", null)
        .as("checkpoint_count"),
      selectFrom("job").select(fn.countAll<number>().as("count")).whereRef("model_id", "=", "model.id").as("job_count"),
      selectFrom("model as source")
        .select("source.name")
        .whereRef("source.id", "=", "model.forked_model_id")
        .as("forked_name"),
    ]);
}

function counted<Row extends { checkpoint_count: number | null; job_count: number | null }>(row: Row) {
  return { ...row, checkpoint_count: row.checkpoint_count ?? 0, job_count: row.job_count ?? 0 };
}

/** Returns one model for a page that shows it. */
export async function readModel(state: TrainingState, id: string): Promise<ModelOverview | undefined> {
  const row = await overviews(state).where("model.id", "=", id).executeTakeFirst();
  return row && counted(row);
}

/**
 * Returns models in order of creation; one more than `limit` if there are more.
 * @throws NotFound when there is no model `after`
 */
export async function listModels(state: TrainingState, selection: ModelSelection): Promise<ModelOverview[]> {
  const { projects, words = [], limit, order } = selection;
  let query = overviews(state)
    .where(wordsCondition(["model.name", "model.base_model"], words))
    .orderBy("model.seq", order)
    .limit(limit + 1);
  if (projects) {
    query = query.where(({ eb, ref, val }) =>
      eb(eb(eb(ref("model.entity"), "||", val("/")), "||", ref("model.project")), "in", [...projects]),
    );
  }
  const after = cursorOf(selection.after);
  if (after !== null) {
    // A model that was deleted during paging still marks the client's position.
    const cursor = await state.selectFrom("model").select("seq").where("id", "=", after).executeTakeFirst();
    if (!cursor) throw unknownCursor(after);
    query = query.where("model.seq", order === "asc" ? ">" : "<", cursor.seq);
  }
  return (await query.execute()).map(counted);
}
