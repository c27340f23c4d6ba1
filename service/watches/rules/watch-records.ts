import type { Selectable } from "kysely";
import type { MeasuredPoint } from "@/lib/api/contract/measures/measures";
import { type WatchSettings, watchSettings } from "@/lib/api/contract/watches/watches";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import type { Course, WatchEventKind, WatchState } from "./watch-course";

/** Events that are kept of each watch. */
const KEPT_EVENTS = 1000;

export interface WatchRecord {
  readonly id: string;
  readonly projectId: string;
  readonly isOn: boolean;
  readonly problem: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly userId: string;
  readonly settings: WatchSettings;
  readonly mutedUntilMs: number | null;
  readonly judgedUntilS: Seconds | null;
}

/** Where a watch stands in one group. */
export interface GroupRecord {
  /** JSON text of the group's value. */
  readonly grouped: string;
  readonly course: Course;
  readonly acknowledged: { readonly at: string; readonly by: string; readonly note: string } | null;
  /** The newest windows, oldest first. */
  readonly recent: readonly MeasuredPoint[];
}

export interface EventRecord {
  readonly id: string;
  readonly projectId: string;
  readonly watchId: string;
  readonly grouped: string;
  readonly kind: WatchEventKind;
  readonly atS: Seconds;
  readonly value: number | null;
  readonly calls: number;
  readonly sentence: string;
}

function recordOf(row: Selectable<StateSchema["watch"]>): WatchRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    isOn: row.is_on === 1,
    problem: row.problem,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    userId: row.user_id,
    settings: watchSettings.parse(JSON.parse(row.settings)),
    mutedUntilMs: row.muted_until_ms,
    judgedUntilS: row.judged_until_s,
  };
}

function groupOf(row: StateSchema["watch_state"]): GroupRecord {
  const { acknowledged_at: at, acknowledged_by: by, note } = row;
  return {
    grouped: row.grouped,
    // Only written by this file.
    course: { state: row.state as WatchState, sinceS: row.since_s, held: row.held, empty: row.empty },
    acknowledged: at === null ? null : { at, by: by ?? "", note },
    recent: JSON.parse(row.recent) as MeasuredPoint[],
  };
}

function eventOf(row: Selectable<StateSchema["watch_event"]>): EventRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    watchId: row.watch_id,
    grouped: row.grouped,
    kind: row.kind as WatchEventKind,
    atS: row.at_s,
    value: row.value,
    calls: row.calls,
    sentence: row.sentence,
  };
}

/** Watches, their states and their history, in the service's state. */
export class WatchRecords {
  readonly #state: ServiceState;

  /** @param state a transaction, for what must be stored together */
  constructor(state: ServiceState) {
    this.#state = state;
  }

  async find(projectId: string, id: string): Promise<WatchRecord | null> {
    const query = this.#state.selectFrom("watch").selectAll().where("id", "=", id);
    const row = await query.where("project_id", "=", projectId).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** The watches of a project, by their names. */
  async list(projectId: string): Promise<WatchRecord[]> {
    const query = this.#state.selectFrom("watch").selectAll().where("project_id", "=", projectId);
    return (await query.orderBy("name").execute()).map(recordOf);
  }

  /** The watches of all projects that are on. */
  async active(): Promise<WatchRecord[]> {
    const query = this.#state.selectFrom("watch").selectAll().where("is_on", "=", 1);
    return (await query.orderBy("seq").execute()).map(recordOf);
  }

  /** Adds a watch, or replaces its settings. */
  async save({
    id,
    projectId,
    isOn,
    userId,
    settings,
    judgedUntilS,
  }: Omit<WatchRecord, "problem" | "createdAt" | "updatedAt" | "mutedUntilMs">): Promise<void> {
    const now = new Date().toISOString();
    const row = {
      name: settings.name,
      is_on: isOn ? 1 : 0,
      problem: null,
      updated_at: now,
      settings: JSON.stringify(settings),
      judged_until_s: judgedUntilS,
    };
    await this.#state
      .insertInto("watch")
      .values({ id, project_id: projectId, created_at: now, user_id: userId, muted_until_ms: null, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  async mute(id: string, untilMs: number | null): Promise<void> {
    await this.#state.updateTable("watch").set({ muted_until_ms: untilMs }).where("id", "=", id).execute();
  }

  async setProblem(id: string, problem: string | null): Promise<void> {
    await this.#state.updateTable("watch").set({ problem }).where("id", "=", id).execute();
  }

  /** Moves a watch on to the end of a window. False when it was changed or another service was faster. */
  async moveOn({ id, updatedAt, judgedUntilS }: WatchRecord, untilS: Seconds): Promise<boolean> {
    const { numUpdatedRows } = await this.#state
      .updateTable("watch")
      .set({ judged_until_s: untilS, problem: null })
      .where("id", "=", id)
      .where("updated_at", "=", updatedAt)
      .where("judged_until_s", judgedUntilS === null ? "is" : "=", judgedUntilS)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async groups(watchIds: readonly string[]): Promise<ReadonlyMap<string, readonly GroupRecord[]>> {
    if (watchIds.length === 0) return new Map();
    const query = this.#state.selectFrom("watch_state").selectAll().where("watch_id", "in", watchIds);
    const byWatch = new Map<string, GroupRecord[]>();
    for (const row of await query.orderBy("grouped").execute())
      byWatch.set(row.watch_id, [...(byWatch.get(row.watch_id) ?? []), groupOf(row)]);
    return byWatch;
  }

  async saveGroup(watchId: string, { grouped, course, acknowledged, recent }: GroupRecord): Promise<void> {
    const row = {
      state: course.state,
      since_s: course.sinceS,
      held: course.held,
      empty: course.empty,
      acknowledged_at: acknowledged?.at ?? null,
      acknowledged_by: acknowledged?.by ?? null,
      note: acknowledged?.note ?? "",
      recent: JSON.stringify(recent),
    };
    await this.#state
      .insertInto("watch_state")
      .values({ watch_id: watchId, grouped, ...row })
      .onConflict((conflict) => conflict.columns(["watch_id", "grouped"]).doUpdateSet(row))
      .execute();
  }

  /** Notes who looks at a group that fires, unless it no longer does. */
  async acknowledge(
    watchId: string,
    grouped: string,
    { at, by, note }: NonNullable<GroupRecord["acknowledged"]>,
  ): Promise<void> {
    await this.#state
      .updateTable("watch_state")
      .set({ acknowledged_at: at, acknowledged_by: by, note })
      .where("watch_id", "=", watchId)
      .where("grouped", "=", grouped)
      .where("state", "=", "firing")
      .execute();
  }

  async forgetGroups(watchId: string): Promise<void> {
    await this.#state.deleteFrom("watch_state").where("watch_id", "=", watchId).execute();
  }

  /** Adds an event. False when it is stored already. */
  async addEvent({ projectId, watchId, atS, ...event }: EventRecord): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#state
      .insertInto("watch_event")
      .values({ ...event, project_id: projectId, watch_id: watchId, at_s: atS })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** The newest events, newest first. */
  async events(projectId: string, watchId: string, limit: number): Promise<EventRecord[]> {
    const query = this.#state.selectFrom("watch_event").selectAll().where("watch_id", "=", watchId);
    const rows = await query.where("project_id", "=", projectId).orderBy("seq", "desc").limit(limit).execute();
    return rows.map(eventOf);
  }

  /** Forgets the oldest events of a watch. */
  async forgetEvents(watchId: string): Promise<void> {
    const kept = this.#state
      .selectFrom("watch_event")
      .select("seq")
      .where("watch_id", "=", watchId)
      .orderBy("seq", "desc")
      .limit(1)
      .offset(KEPT_EVENTS);
    await this.#state.deleteFrom("watch_event").where("watch_id", "=", watchId).where("seq", "<=", kept).execute();
  }

  async remove(id: string): Promise<void> {
    await this.#state.transaction().execute(async (transaction) => {
      for (const table of ["watch_state", "watch_event", "watch_delivery"] as const)
        await transaction.deleteFrom(table).where("watch_id", "=", id).execute();
      await transaction.deleteFrom("watch").where("id", "=", id).execute();
    });
  }
}
