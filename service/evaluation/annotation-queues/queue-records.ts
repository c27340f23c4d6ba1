import type { Selectable } from "kysely";
import { v7 as uuid7 } from "uuid";
import type { AnnotationQueue, QueueStats } from "@/lib/api/contract/feedback/annotation-queues";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { countReviews } from "./count-reviews";
import { changeQueue } from "./queue-done";

type QueueRow = Selectable<StateSchema["annotation_queue"]>;

/** The members of a new queue. */
export interface QueueSettings {
  readonly name: string;
  readonly description: string;
  readonly scorerRefs: readonly string[];
  readonly assignees: readonly string[];
  readonly reviewsPerItem: number | null;
}

function onWire(row: QueueRow): AnnotationQueue {
  const { seq: _seq, scorer_refs, assignees, ...rest } = row;
  return { ...rest, scorer_refs: JSON.parse(scorer_refs) as string[], assignees: JSON.parse(assignees) as string[] };
}

const SORT_FIELDS = ["name", "created_at", "updated_at"] as const;
type SortField = (typeof SORT_FIELDS)[number];

export const isQueueSortField = (field: string): field is SortField => SORT_FIELDS.some((each) => each === field);

/** Which queues are listed, and how. */
export interface QueuesPage {
  readonly name: string | null;
  readonly order: readonly { readonly field: SortField; readonly direction: "asc" | "desc" }[];
  readonly limit: number | null;
  readonly offset: number;
}

/** Review queues, in the service's state. */
export class QueueRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  async add(projectId: string, settings: QueueSettings, userId: string): Promise<string> {
    const id = uuid7();
    const now = new Date().toISOString();
    await this.#state
      .insertInto("annotation_queue")
      .values({
        id,
        project_id: projectId,
        name: settings.name,
        description: settings.description,
        scorer_refs: JSON.stringify(settings.scorerRefs),
        assignees: JSON.stringify(settings.assignees),
        reviews_per_item: settings.reviewsPerItem,
        created_at: now,
        created_by: userId,
        updated_at: now,
        deleted_at: null,
      })
      .execute();
    return id;
  }

  /** @throws NotFoundError for an unknown or deleted queue, and one of another project */
  async find(projectId: string, id: string): Promise<AnnotationQueue> {
    const row = await this.#state
      .selectFrom("annotation_queue")
      .selectAll()
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) throw new NotFoundError(`Annotation queue ${id} not found`);
    return onWire(row);
  }

  /** Queues of a project; the newest first where no order is given. */
  async list(projectId: string, { name, order, limit, offset }: QueuesPage): Promise<AnnotationQueue[]> {
    let query = this.#state
      .selectFrom("annotation_queue")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("deleted_at", "is", null);
    for (const { field, direction } of order) query = query.orderBy(field, direction);
    const rows = await query.orderBy("seq", "desc").execute();
    // SQLite compares only ASCII without case, and a project has few queues.
    const part = name?.toLocaleLowerCase() ?? "";
    const matching = rows.filter((row) => row.name.toLocaleLowerCase().includes(part));
    return matching.slice(offset, limit === null ? undefined : offset + limit).map(onWire);
  }

  async update(projectId: string, id: string, settings: Partial<QueueSettings>): Promise<AnnotationQueue> {
    await this.find(projectId, id);
    const { name, description, scorerRefs, assignees } = settings;
    const row = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(scorerRefs === undefined ? {} : { scorer_refs: JSON.stringify(scorerRefs) }),
      ...(assignees === undefined ? {} : { assignees: JSON.stringify(assignees) }),
      updated_at: new Date().toISOString(),
    };
    await changeQueue(this.#state, { projectId, queueId: id }, (transaction) =>
      transaction.updateTable("annotation_queue").set(row).where("id", "=", id).execute(),
    );
    return await this.find(projectId, id);
  }

  /** Deletes a queue and returns it as it was. Its items stay in the file, and no operation reaches them. */
  async remove(projectId: string, id: string): Promise<AnnotationQueue> {
    const queue = await this.find(projectId, id);
    const deletedAt = new Date().toISOString();
    await this.#state.updateTable("annotation_queue").set({ deleted_at: deletedAt }).where("id", "=", id).execute();
    return { ...queue, deleted_at: deletedAt };
  }

  /** Counts the items of queues; unknown queues and those of other projects are left out. */
  async stats(projectId: string, ids: readonly string[], userId: string): Promise<QueueStats[]> {
    const stats: QueueStats[] = [];
    for (const id of new Set(ids)) {
      const queue = await this.#state
        .selectFrom("annotation_queue")
        .select(["assignees", "reviews_per_item"])
        .where("id", "=", id)
        .where("project_id", "=", projectId)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (queue) stats.push(await this.#countItems(id, queue, userId));
    }
    return stats;
  }

  async #countItems(
    id: string,
    queue: Pick<QueueRow, "assignees" | "reviews_per_item">,
    userId: string,
  ): Promise<QueueStats> {
    const { total, completed, reviewed, done } = await countReviews(this.#state, id, queue);
    return {
      queue_id: id,
      total_items: total,
      completed_items: completed,
      own_items: done.filter(({ user_id }) => user_id === userId).length,
      reviewed_items: reviewed,
    };
  }
}
