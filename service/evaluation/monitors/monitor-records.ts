import type { Selectable } from "kysely";
import { type MonitorSettings, monitorSettings } from "@/lib/api/contract/monitors/monitors";
import type { StoredScorer } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import type { Identity } from "@/service/kernel/access/identity";
import { ownerColumns, storedIdentity } from "@/service/kernel/access/stored-identity";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { CommitPlace } from "@/service/traces/store/monitors/monitored-calls";

/** The objects that a monitor published. */
export interface StoredMonitor {
  readonly ref: string;
  readonly scorers: readonly StoredScorer[];
}

/** How far a monitor has looked. */
export interface MonitorCursor extends CommitPlace {
  /** When it was there: calls that started a day before are no longer live. */
  readonly atMs: number;
}

export interface MonitorRecord {
  readonly id: string;
  readonly projectId: string;
  readonly isOn: boolean;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly identity: Identity;
  readonly settings: MonitorSettings;
  readonly stored: StoredMonitor;
  readonly cursor: MonitorCursor;
}

/** A call that a monitor has scored. */
export interface ScoreRecord {
  readonly callId: string;
  readonly scoredAt: string;
  readonly costUsd: number | null;
  readonly scores: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
}

/** The calls and the cost of a monitor since a time. */
export interface SpentSince {
  readonly calls: number;
  readonly failed: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
}

type MonitorRow = Selectable<StateSchema["monitor"]>;

function recordOf(row: MonitorRow): MonitorRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    isOn: row.is_on === 1,
    reason: row.reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    identity: storedIdentity(row),
    settings: monitorSettings.parse(JSON.parse(row.settings)),
    // Only written by this file.
    stored: JSON.parse(row.stored) as StoredMonitor,
    cursor: JSON.parse(row.cursor) as MonitorCursor,
  };
}

/** Monitors and the calls that they have scored, in the service's state. */
export class MonitorRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Adds a monitor, or replaces the settings of one. */
  async save(record: Omit<MonitorRecord, "reason" | "createdAt" | "updatedAt">): Promise<void> {
    const now = new Date().toISOString();
    const row = {
      name: record.settings.name,
      is_on: record.isOn ? 1 : 0,
      reason: null,
      updated_at: now,
      ...ownerColumns(record.identity),
      settings: JSON.stringify(record.settings),
      stored: JSON.stringify(record.stored),
      cursor: JSON.stringify(record.cursor),
    };
    await this.#state
      .insertInto("monitor")
      .values({ id: record.id, project_id: record.projectId, created_at: now, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  async find(projectId: string, id: string): Promise<MonitorRecord | null> {
    const row = await this.#state
      .selectFrom("monitor")
      .selectAll()
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** The monitors of a project, the newest first. */
  async list(projectId: string): Promise<MonitorRecord[]> {
    const query = this.#state.selectFrom("monitor").selectAll().where("project_id", "=", projectId);
    return (await query.orderBy("seq", "desc").execute()).map(recordOf);
  }

  /** The monitors of all projects that are on. */
  async active(): Promise<MonitorRecord[]> {
    const query = this.#state.selectFrom("monitor").selectAll().where("is_on", "=", 1);
    return (await query.orderBy("seq").execute()).map(recordOf);
  }

  async setCursor(id: string, cursor: MonitorCursor): Promise<void> {
    await this.#state
      .updateTable("monitor")
      .set({ cursor: JSON.stringify(cursor) })
      .where("id", "=", id)
      .execute();
  }

  async setReason(id: string, reason: string | null): Promise<void> {
    await this.#state.updateTable("monitor").set({ reason }).where("id", "=", id).execute();
  }

  async remove(id: string): Promise<void> {
    await this.#state.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("monitor_score").where("monitor_id", "=", id).execute();
      await transaction.deleteFrom("monitor").where("id", "=", id).execute();
    });
  }

  async addScore(monitorId: string, score: ScoreRecord): Promise<void> {
    await this.#state
      .insertInto("monitor_score")
      .values({
        monitor_id: monitorId,
        call_id: score.callId,
        scored_at: score.scoredAt,
        cost_usd: score.costUsd,
        has_failed: Object.keys(score.errors).length > 0 ? 1 : 0,
        scores: JSON.stringify(score.scores),
        errors: JSON.stringify(score.errors),
      })
      .onConflict((conflict) => conflict.columns(["monitor_id", "call_id"]).doNothing())
      .execute();
  }

  /** Returns the calls among these that have scores. */
  async scoredAmong(monitorId: string, callIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (callIds.length === 0) return new Set();
    const rows = await this.#state
      .selectFrom("monitor_score")
      .select("call_id")
      .where("monitor_id", "=", monitorId)
      .where("call_id", "in", callIds)
      .execute();
    return new Set(rows.map(({ call_id: id }) => id));
  }

  async spentSince(monitorId: string, since: string): Promise<SpentSince> {
    const row = await this.#state
      .selectFrom("monitor_score")
      .select(({ fn }) => [
        fn.countAll<number>().as("calls"),
        fn.sum<number | null>("has_failed").as("failed"),
        fn.sum<number | null>("cost_usd").as("cost"),
        fn.count<number>("cost_usd").as("priced"),
      ])
      .where("monitor_id", "=", monitorId)
      .where("scored_at", ">=", since)
      .executeTakeFirstOrThrow();
    return {
      calls: row.calls,
      failed: row.failed ?? 0,
      costUsd: row.cost ?? 0,
      unpricedCalls: row.calls - row.priced,
    };
  }

  /** The newest scored calls since a time, newest first. */
  async scores(monitorId: string, since: string, limit: number): Promise<ScoreRecord[]> {
    const rows = await this.#state
      .selectFrom("monitor_score")
      .selectAll()
      .where("monitor_id", "=", monitorId)
      .where("scored_at", ">=", since)
      .orderBy("scored_at", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      callId: row.call_id,
      scoredAt: row.scored_at,
      costUsd: row.cost_usd,
      scores: JSON.parse(row.scores) as ScoreRecord["scores"],
      errors: JSON.parse(row.errors) as ScoreRecord["errors"],
    }));
  }

  /** Forgets what was scored before a time: monitors do not look back that far. */
  async forgetBefore(time: string): Promise<void> {
    await this.#state.deleteFrom("monitor_score").where("scored_at", "<", time).execute();
  }
}
