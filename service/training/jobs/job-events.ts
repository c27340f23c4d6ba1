import { v7 as uuidv7 } from "uuid";
import type { TrainingEventType } from "@/lib/api/contract/training/training-jobs";
import { cursorOf, unknownCursor } from "@/service/training/state/list-page";
import {
  type StoredEvent,
  type TrainingState,
  type TrainingTransaction,
  timestampNow,
} from "@/service/training/state/training-state";

/** SQLite limits the parameters of a statement. */
const ROWS_PER_INSERT = 1_000;

/** An event from a trainer. */
export interface NewEvent {
  readonly type: TrainingEventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Stores events of a running job, in their order. Returns false and stores nothing if the job has ended. */
export async function recordEvents(state: TrainingState, jobId: string, events: readonly NewEvent[]): Promise<boolean> {
  if (events.length === 0) return true;
  const created_at = timestampNow();
  const started = events.find(({ type }) => type === "training_started");
  const steps = events.filter(({ type }) => type === "gradient_step").length;
  return await state.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("job")
      .set((eb) => ({
        last_event_at: created_at,
        gradient_step_count: eb("gradient_step_count", "+", steps),
        ...(started ? { num_sequences: Number(started.data.num_sequences) } : {}),
      }))
      .where("id", "=", jobId)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertEvents(transaction, jobId, events, created_at);
    return true;
  });
}

/** Stores events in their order within a transaction of the caller. */
export async function insertEvents(
  transaction: TrainingTransaction,
  jobId: string,
  events: readonly NewEvent[],
  created_at: string,
): Promise<void> {
  const rows = events.map(({ type, data }) => ({
    id: uuidv7(),
    job_id: jobId,
    type,
    created_at,
    data: JSON.stringify(data),
  }));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await transaction
      .insertInto("event")
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .execute();
  }
}

/**
 * Returns the events of a job in order; one more than `limit` if there are more.
 * @throws NotFound when the job has no event `after`
 */
export async function listEvents(
  state: TrainingState,
  { jobId, limit, ...selection }: { jobId: string; after: string | null | undefined; limit: number },
): Promise<StoredEvent[]> {
  let query = state
    .selectFrom("event")
    .selectAll()
    .where("job_id", "=", jobId)
    .orderBy("seq")
    .limit(limit + 1);
  const after = cursorOf(selection.after);
  if (after !== null) {
    const cursor = await state
      .selectFrom("event")
      .select("seq")
      .where("id", "=", after)
      .where("job_id", "=", jobId)
      .executeTakeFirst();
    if (!cursor) throw unknownCursor(after);
    query = query.where("seq", ">", cursor.seq);
  }
  return await query.execute();
}
