import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { wordsCondition } from "@/service/state/words-condition";
import { cursorOf, unknownCursor } from "@/service/training/state/list-page";
import { type StoredModel, type TrainingState, timestampNow } from "@/service/training/state/training-state";

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

/** Registers a model with its untrained checkpoint, step 0. Returns null when the name is taken. */
export async function createModel(state: TrainingState, model: NewModel): Promise<StoredModel | null> {
  const { entity, project, name, baseModel, userId } = model;
  const created_at = timestampNow();
  try {
    return await state.transaction().execute(async (transaction) => {
      const row = await transaction
        .insertInto("model")
        .values({
          id: uuidv7(),
          entity,
          project,
          name,
          base_model: baseModel,
          created_at,
          created_by: userId,
          deleted_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("checkpoint")
        .values({
          id: uuidv7(),
          model_id: row.id,
          step: 0,
          metrics: "{}",
          job_id: null,
          created_at,
          deleted_at: null,
        })
        .execute();
      return row;
    });
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
