import type { Selectable } from "kysely";
import { type RunWatchSettings, runWatchSettings } from "@/lib/api/contract/watches/run-watches";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { StoredRuleState } from "./run-course";

/** Precedes the id of a run in the events and messages of watches. */
const PREFIX = "run:";

/** Returns what events and messages of a run's rules name as their watch. */
export const watchIdOf = (runId: string): string => `${PREFIX}${runId}`;

/** Returns the run that an event belongs to; null for one of a watch of calls. */
export const runOfWatch = (watchId: string): string | null =>
  watchId.startsWith(PREFIX) ? watchId.slice(PREFIX.length) : null;

/** A run that was judged. */
export interface RunWatchRecord {
  readonly runId: string;
  readonly projectId: string;
  readonly name: string;
  readonly states: readonly StoredRuleState[];
  readonly revision: number;
  readonly isOver: boolean;
  readonly judgedAt: string;
}

/** The settings that apply to a run. */
interface AppliedSettings {
  readonly settings: RunWatchSettings;
  /** True where the run has none of its own. */
  readonly isOfProject: boolean;
}

const SHOWN_RUNS = 100;
/** Stands for all runs of a project. */
const ALL_RUNS = "";

function recordOf(row: Selectable<StateSchema["run_watch"]>): RunWatchRecord {
  return {
    ...{ runId: row.run_id, projectId: row.project_id, name: row.name, revision: row.revision },
    // Only written by this file.
    states: JSON.parse(row.states) as StoredRuleState[],
    isOver: row.is_over === 1,
    judgedAt: row.judged_at,
  };
}

/** What is watched of training runs, and where the rules stand, in the service's state. */
export class RunWatchRecords {
  readonly #state: ServiceState;

  /** @param state a transaction, for what must be stored together */
  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Returns the settings of a run, otherwise those of its project, otherwise the defaults. */
  async settings(projectId: string, runId: string | null): Promise<AppliedSettings> {
    const rows = await this.#state
      .selectFrom("run_watch_rules")
      .select(["run_id", "settings"])
      .where("project_id", "=", projectId)
      .where("run_id", "in", [ALL_RUNS, runId ?? ALL_RUNS])
      .execute();
    const own = runId === null ? undefined : rows.find((row) => row.run_id === runId);
    const row = own ?? rows.find((other) => other.run_id === ALL_RUNS);
    const settings = runWatchSettings.parse(row === undefined ? {} : JSON.parse(row.settings));
    return { settings, isOfProject: own === undefined };
  }

  /** Stores settings. @param settings null forgets them */
  async saveSettings(
    { projectId, runId, userId }: { projectId: string; runId: string | null; userId: string },
    settings: RunWatchSettings | null,
  ): Promise<void> {
    const key = { project_id: projectId, run_id: runId ?? ALL_RUNS };
    if (settings === null) {
      await this.#state
        .deleteFrom("run_watch_rules")
        .where("project_id", "=", key.project_id)
        .where("run_id", "=", key.run_id)
        .execute();
      return;
    }
    const row = { settings: JSON.stringify(settings), updated_at: new Date().toISOString(), user_id: userId };
    await this.#state
      .insertInto("run_watch_rules")
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(["project_id", "run_id"]).doUpdateSet(row))
      .execute();
  }

  /** Removes a channel from all settings of a project. */
  async removeChannel(projectId: string, channelId: string): Promise<void> {
    const query = this.#state.selectFrom("run_watch_rules").selectAll().where("project_id", "=", projectId);
    for (const row of await query.execute()) {
      const settings = runWatchSettings.parse(JSON.parse(row.settings));
      if (!settings.channel_ids.includes(channelId)) continue;
      const channel_ids = settings.channel_ids.filter((id) => id !== channelId);
      const owner = { projectId, runId: row.run_id === ALL_RUNS ? null : row.run_id, userId: row.user_id };
      await this.saveSettings(owner, { ...settings, channel_ids });
    }
  }

  async find(runId: string): Promise<RunWatchRecord | null> {
    const row = await this.#state.selectFrom("run_watch").selectAll().where("run_id", "=", runId).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** The newest runs of a project: those that go on first. */
  async list(projectId: string): Promise<RunWatchRecord[]> {
    const query = this.#state.selectFrom("run_watch").selectAll().where("project_id", "=", projectId);
    return (await query.orderBy("is_over").orderBy("judged_at", "desc").limit(SHOWN_RUNS).execute()).map(recordOf);
  }

  /** The runs of all projects that went on when they were judged last. */
  async open(): Promise<RunWatchRecord[]> {
    const query = this.#state.selectFrom("run_watch").selectAll().where("is_over", "=", 0);
    return (await query.orderBy("run_id").execute()).map(recordOf);
  }

  /** Stores where the rules stand. False when another service was faster. @param revision null for a new run */
  async save(record: Omit<RunWatchRecord, "revision">, revision: number | null): Promise<boolean> {
    const row = {
      project_id: record.projectId,
      name: record.name,
      states: JSON.stringify(record.states),
      is_over: record.isOver ? 1 : 0,
      judged_at: record.judgedAt,
    };
    if (revision === null) {
      const { numInsertedOrUpdatedRows } = await this.#state
        .insertInto("run_watch")
        .values({ run_id: record.runId, revision: 1, ...row })
        .onConflict((conflict) => conflict.column("run_id").doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    }
    const { numUpdatedRows } = await this.#state
      .updateTable("run_watch")
      .set({ revision: revision + 1, ...row })
      .where("run_id", "=", record.runId)
      .where("revision", "=", revision)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(runId: string): Promise<void> {
    await this.#state.deleteFrom("run_watch").where("run_id", "=", runId).execute();
  }
}
