import type { WatchNotification } from "@/lib/api/contract/watches/watches";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { budgetOfWatch } from "@/service/watches/budgets/budget-event";
import type { WatchEventKind } from "@/service/watches/rules/watch-course";
import { runOfWatch } from "@/service/watches/runs/run-watch-records";
import { groupValue, wireSeconds } from "./describe-watch";

const SHOWN = 100;

/** Whose notifications: read marks belong to a person. */
interface Reader {
  readonly projectId: string;
  readonly userId: string;
}

/** What people read in the dashboard about watches, training runs and budgets: the stored events, and up to where each has read. */
export class Notifications {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  async list({ projectId, userId }: Reader): Promise<{ notifications: WatchNotification[]; unread_count: number }> {
    const read = await this.#readUntil({ projectId, userId });
    const rows = await this.#state
      .selectFrom("watch_event")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("seq", "desc")
      .limit(SHOWN)
      .execute();
    const names = await this.#names(projectId);
    const notifications = rows.map(({ id, seq, kind, watch_id: watchId, grouped, at_s: atS, sentence }) => {
      const runId = runOfWatch(watchId);
      const budgetId = budgetOfWatch(watchId);
      const isOfWatch = runId === null && budgetId === null;
      return {
        // Only written with this type.
        ...{ id, kind: kind as WatchEventKind, watch_id: isOfWatch ? watchId : null, run_id: runId },
        budget_id: budgetId,
        name: names.get(runId ?? budgetId ?? watchId) ?? null,
        group: isOfWatch ? groupValue(grouped) : null,
        ...{ at: wireSeconds(atS), sentence, is_read: seq <= read },
      };
    });
    const unread = notifications.filter(({ is_read: isRead, kind }) => !isRead && kind !== "resolved");
    return { notifications, unread_count: unread.length };
  }

  async unreadCount(reader: Reader): Promise<number> {
    return (await this.list(reader)).unread_count;
  }

  /** Notes up to which one somebody has read. A mark never moves back. @throws NotFoundError */
  async markRead({ projectId, userId }: Reader, lastId: string): Promise<void> {
    const event = await this.#state
      .selectFrom("watch_event")
      .select("seq")
      .where("project_id", "=", projectId)
      .where("id", "=", lastId)
      .executeTakeFirst();
    if (!event) throw new NotFoundError(`Notification ${lastId.slice(0, 128)} not found`);
    await this.#state
      .insertInto("watch_read")
      .values({ project_id: projectId, user_id: userId, event_seq: event.seq })
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "user_id"])
          .doUpdateSet({ event_seq: event.seq })
          .where("watch_read.event_seq", "<", event.seq),
      )
      .execute();
  }

  async #readUntil({ projectId, userId }: Reader): Promise<number> {
    const query = this.#state.selectFrom("watch_read").select("event_seq").where("project_id", "=", projectId);
    return (await query.where("user_id", "=", userId).executeTakeFirst())?.event_seq ?? 0;
  }

  /** The names of watches, runs and budgets, by their ids. */
  async #names(projectId: string): Promise<ReadonlyMap<string, string>> {
    const watches = await this.#state
      .selectFrom("watch")
      .select(["id", "name"])
      .where("project_id", "=", projectId)
      .execute();
    const runs = await this.#state
      .selectFrom("run_watch")
      .select(["run_id as id", "name"])
      .where("project_id", "=", projectId)
      .execute();
    const budgets = await this.#state
      .selectFrom("budget")
      .select(["id", "name"])
      .where("project_id", "=", projectId)
      .execute();
    return new Map([...watches, ...runs, ...budgets].map(({ id, name }) => [id, name]));
  }
}
