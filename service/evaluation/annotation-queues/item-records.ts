import type { Selectable } from "kysely";
import { v7 as uuid7 } from "uuid";
import type { AnnotationState, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { ReviewedSubject } from "@/service/traces/store/calls/reviewed-calls";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { changeQueue } from "./queue-done";

type ItemRow = Selectable<StateSchema["annotation_item"]>;
type ProgressRow = Selectable<StateSchema["annotation_progress"]>;

/** A call or thread to add. */
export interface AddedSubject extends ReviewedSubject {
  readonly kind: "call" | "thread";
}

/** Rows per statement: SQLite takes 32,766 parameters. */
const ROWS_PER_INSERT = 500;

function onWire(
  projectId: string,
  row: ItemRow,
  reviews: readonly ProgressRow[],
  { userId, position }: { readonly userId: string; readonly position: number | null },
): QueueItem {
  const { seq: _seq, subject_id: _subject, kind, display_fields, thread_id, ...rest } = row;
  const own = reviews.find((review) => review.user_id === userId);
  const newest = reviews.reduce(
    (latest, { updated_at }) => (updated_at > latest ? updated_at : latest),
    row.created_at,
  );
  return {
    ...rest,
    project_id: projectId,
    // Only written by this file.
    kind: kind as "call" | "thread",
    thread_id: thread_id === "" ? null : thread_id,
    display_fields: JSON.parse(display_fields) as string[],
    annotation_state: (own?.state ?? "unstarted") as AnnotationState,
    reviews: reviews.map(({ user_id, state, updated_at }) => ({
      user_id,
      annotation_state: state as AnnotationState,
      updated_at,
    })),
    created_by: row.added_by,
    updated_at: newest,
    deleted_at: null,
    ...(position === null ? {} : { position_in_queue: position }),
  };
}

/** The items of review queues and their states, in the service's state. */
export class ItemRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Adds what the queue does not contain yet, all or nothing. Returns the number of added items. */
  async add(
    queueId: string,
    subjects: readonly AddedSubject[],
    { displayFields, userId }: { readonly displayFields: readonly string[]; readonly userId: string },
  ): Promise<number> {
    const now = new Date().toISOString();
    const rows = subjects.map(({ kind, subject, call_id, trace_id, thread_id, op_name, started_at, ended_at }) => ({
      id: uuid7(),
      queue_id: queueId,
      kind,
      subject_id: subject,
      call_id,
      call_started_at: toWireTime(started_at),
      call_ended_at: ended_at === null ? null : toWireTime(ended_at),
      call_op_name: op_name,
      call_trace_id: trace_id,
      thread_id,
      display_fields: JSON.stringify(displayFields),
      added_by: userId,
      created_at: now,
    }));
    return await this.#state.transaction().execute(async (transaction) => {
      let added = 0;
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        const inserted = await transaction
          .insertInto("annotation_item")
          .values(rows.slice(at, at + ROWS_PER_INSERT))
          .onConflict((conflict) => conflict.columns(["queue_id", "kind", "subject_id"]).doNothing())
          .returning("id")
          .execute();
        added += inserted.length;
      }
      return added;
    });
  }

  /** All items of a queue in order, with the state of each for a user. */
  async list(projectId: string, queueId: string, userId: string): Promise<QueueItem[]> {
    const rows = await this.#state
      .selectFrom("annotation_item")
      .selectAll()
      .where("queue_id", "=", queueId)
      .orderBy("seq")
      .execute();
    const progress = await this.#state
      .selectFrom("annotation_progress")
      .innerJoin("annotation_item", "annotation_item.id", "annotation_progress.item_id")
      .selectAll("annotation_progress")
      .where("annotation_item.queue_id", "=", queueId)
      .orderBy("annotation_progress.updated_at")
      .execute();
    const byItem = new Map<string, ProgressRow[]>();
    for (const row of progress) byItem.set(row.item_id, [...(byItem.get(row.item_id) ?? []), row]);
    return rows.map((row, index) => onWire(projectId, row, byItem.get(row.id) ?? [], { userId, position: index + 1 }));
  }

  /** The number of reviewers who completed or skipped each item that is a call, by the call's id. */
  async endedReviews(queueId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#state
      .selectFrom("annotation_progress")
      .innerJoin("annotation_item", "annotation_item.id", "annotation_progress.item_id")
      .select(({ fn }) => ["annotation_item.subject_id", fn.countAll<number>().as("count")])
      .where("annotation_item.queue_id", "=", queueId)
      .where("annotation_item.kind", "=", "call")
      .where("annotation_progress.state", "in", ["completed", "skipped"])
      .groupBy("annotation_item.subject_id")
      .execute();
    return new Map(rows.map(({ subject_id: callId, count }) => [callId, Number(count)]));
  }

  /** Sets the state of an item for a user, and returns the item. @throws NotFoundError */
  async setState(place: ItemPlace, state: AnnotationState): Promise<QueueItem> {
    await this.#find(place);
    const row = { item_id: place.itemId, user_id: place.userId, state, updated_at: new Date().toISOString() };
    await changeQueue(this.#state, place, async (transaction) => {
      if (state === "unstarted") {
        await transaction
          .deleteFrom("annotation_progress")
          .where("item_id", "=", row.item_id)
          .where("user_id", "=", row.user_id)
          .execute();
      } else {
        await transaction
          .insertInto("annotation_progress")
          .values(row)
          .onConflict((conflict) => conflict.columns(["item_id", "user_id"]).doUpdateSet(row))
          .execute();
      }
    });
    return await this.#read(place);
  }

  /** Removes an item with its states, and returns it as it was. @throws NotFoundError */
  async remove(place: ItemPlace): Promise<QueueItem> {
    const item = await this.#read(place);
    await changeQueue(this.#state, place, async (transaction) => {
      await transaction.deleteFrom("annotation_progress").where("item_id", "=", place.itemId).execute();
      await transaction.deleteFrom("annotation_item").where("id", "=", place.itemId).execute();
    });
    return { ...item, deleted_at: new Date().toISOString() };
  }

  async #find({ queueId, itemId }: ItemPlace): Promise<ItemRow> {
    const row = await this.#state
      .selectFrom("annotation_item")
      .selectAll()
      .where("id", "=", itemId)
      .where("queue_id", "=", queueId)
      .executeTakeFirst();
    if (!row) throw new NotFoundError(`Annotation queue item ${itemId} not found`);
    return row;
  }

  async #read(place: ItemPlace): Promise<QueueItem> {
    const row = await this.#find(place);
    const reviews = await this.#state
      .selectFrom("annotation_progress")
      .selectAll()
      .where("item_id", "=", place.itemId)
      .orderBy("updated_at")
      .execute();
    return onWire(place.projectId, row, reviews, { userId: place.userId, position: null });
  }
}

/** An item, and the user for whom it is read or changed. */
export interface ItemPlace {
  readonly projectId: string;
  readonly queueId: string;
  readonly itemId: string;
  readonly userId: string;
}
