import type { Selectable } from "kysely";
import { z } from "zod";
import { callsFilter } from "@/lib/api/contract/calls/calls";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import type { EventKind } from "@/lib/api/contract/watches/event-kinds";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { CommitPlace } from "@/service/traces/store/monitors/monitored-calls";

const callSettings = z.object({
  query_text: z.string(),
  filter: callsFilter,
  query: queryExpression.nullable(),
});

/** Which failed calls a subscription is about. */
type CallSettings = z.output<typeof callSettings>;

/** How far a subscription has looked at calls. */
export interface CallCursor extends CommitPlace {
  /** When it was there: calls that ended long before are not looked at. */
  readonly atMs: number;
}

export interface SubscriptionRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly kinds: readonly EventKind[];
  readonly channelId: string;
  readonly settings: CallSettings;
  readonly isOn: boolean;
  readonly problem: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly userId: string;
  readonly cursor: CallCursor | null;
}

type SubscriptionRow = Selectable<StateSchema["event_subscription"]>;

function recordOf(row: SubscriptionRow): SubscriptionRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    // Only written by this file.
    kinds: JSON.parse(row.kinds) as EventKind[],
    channelId: row.channel_id,
    settings: callSettings.parse(JSON.parse(row.settings)),
    isOn: row.is_on === 1,
    problem: row.problem,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    userId: row.user_id,
    cursor: row.cursor === null ? null : (JSON.parse(row.cursor) as CallCursor),
  };
}

/** The subscriptions to events of all projects. */
export class SubscriptionRecords {
  readonly #state: ServiceState;

  /** @param state a transaction, for what must be stored together */
  constructor(state: ServiceState) {
    this.#state = state;
  }

  async find(projectId: string, id: string): Promise<SubscriptionRecord | null> {
    const query = this.#state.selectFrom("event_subscription").selectAll().where("id", "=", id);
    const row = await query.where("project_id", "=", projectId).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** The subscriptions of a project, by their names. */
  async list(projectId: string): Promise<SubscriptionRecord[]> {
    const query = this.#state.selectFrom("event_subscription").selectAll().where("project_id", "=", projectId);
    return (await query.orderBy("name").execute()).map(recordOf);
  }

  /** The subscriptions of all projects that are on, whose channels are on too. */
  async active(): Promise<SubscriptionRecord[]> {
    return (await this.#onQuery().execute()).map(recordOf);
  }

  /** Those of a project that want events of a kind. */
  async wanting(projectId: string, kind: EventKind): Promise<SubscriptionRecord[]> {
    const rows = await this.#onQuery().where("event_subscription.project_id", "=", projectId).execute();
    return rows.map(recordOf).filter(({ kinds }) => kinds.includes(kind));
  }

  #onQuery() {
    return this.#state
      .selectFrom("event_subscription")
      .innerJoin("watch_channel", "watch_channel.id", "event_subscription.channel_id")
      .selectAll("event_subscription")
      .where("event_subscription.is_on", "=", 1)
      .where("watch_channel.is_on", "=", 1)
      .orderBy("event_subscription.seq");
  }

  /** Adds a subscription, or replaces its settings. */
  async save(record: Omit<SubscriptionRecord, "problem" | "createdAt" | "updatedAt">): Promise<void> {
    const now = new Date().toISOString();
    const row = {
      name: record.name,
      kinds: JSON.stringify(record.kinds),
      channel_id: record.channelId,
      settings: JSON.stringify(record.settings),
      is_on: record.isOn ? 1 : 0,
      problem: null,
      updated_at: now,
      cursor: record.cursor === null ? null : JSON.stringify(record.cursor),
    };
    const owner = { id: record.id, project_id: record.projectId, user_id: record.userId };
    await this.#state
      .insertInto("event_subscription")
      .values({ ...owner, created_at: now, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  /** Moves a subscription on to a call. False when it was changed, or another service was faster. */
  async moveOn({ id, updatedAt, cursor }: SubscriptionRecord, to: CallCursor): Promise<boolean> {
    const { numUpdatedRows } = await this.#state
      .updateTable("event_subscription")
      .set({ cursor: JSON.stringify(to), problem: null })
      .where("id", "=", id)
      .where("updated_at", "=", updatedAt)
      .where("cursor", cursor === null ? "is" : "=", cursor === null ? null : JSON.stringify(cursor))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async setProblem(id: string, problem: string): Promise<void> {
    await this.#state.updateTable("event_subscription").set({ problem }).where("id", "=", id).execute();
  }

  /** Deletes subscriptions with their messages: one, or all of a channel. */
  async remove(column: "id" | "channel_id", value: string): Promise<void> {
    const ids = this.#state.selectFrom("event_subscription").select("id").where(column, "=", value);
    await this.#state.deleteFrom("watch_delivery").where("subscription_id", "in", ids).execute();
    await this.#state.deleteFrom("event_subscription").where(column, "=", value).execute();
  }
}
