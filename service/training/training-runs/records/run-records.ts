import type { Selectable } from "kysely";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import { type TrainingRunSettings, trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { RunControl } from "@/service/kernel/runs/shared-runs";
import {
  newRunColumns,
  type StoredRun,
  stateColumns,
  storedRun,
  UNFINISHED_STATES,
} from "@/service/kernel/runs/stored-run";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { recordEvent } from "@/service/traces/events/record-event";
import { type ProfileSelection, profileCondition } from "@/service/training/training-runs/profiles/run-profiles";
import { trainingRunEnded } from "./ended-event";
import { jobIdOf } from "./job-id";

/** The columns of a task, by name. */
export type TaskValues = Readonly<Record<string, unknown>>;

export interface TrainingRunRecord extends StoredRun<TrainingRunSettings> {
  readonly modelId: string;
  /** The tasks as JSON; null where they are in the settings, or are read again from a table's version. */
  readonly tasks: readonly TaskValues[] | null;
  readonly taskCount: number;
  readonly seed: number;
  readonly activeMs: number;
}

export type NewTrainingRun = Pick<
  TrainingRunRecord,
  "id" | "projectId" | "modelId" | "identity" | "settings" | "tasks" | "taskCount" | "seed"
>;

type TrainingIterationState = "sampling" | "labeling" | "sending" | "training" | "done" | "no_signal" | "failed";

export type IterationRecord = Omit<Selectable<StateSchema["training_iteration"]>, "state"> & {
  readonly state: TrainingIterationState;
};

/** Returns the settings of a row. */
export function storedSettings(text: string): TrainingRunSettings {
  return trainingRunSettings.parse(JSON.parse(text));
}

function recordOf(row: Selectable<StateSchema["training_run"]>): TrainingRunRecord {
  return {
    ...storedRun(row, (settings) => trainingRunSettings.parse(settings)),
    modelId: row.model_id,
    tasks: row.tasks === null ? null : (JSON.parse(row.tasks) as TaskValues[]),
    taskCount: row.task_count,
    seed: row.seed,
    activeMs: row.active_ms,
  };
}

const ENDED_STATES: readonly RunState[] = ["finished", "stopped", "failed"];

const hasEnded = (state: RunState | undefined): boolean => state !== undefined && ENDED_STATES.includes(state);

/** Stores the event of a run that has ended, in the transaction that ends it. */
async function recordEnd(
  transaction: ServiceState,
  { id, project_id: projectId, name, state, ended_at: at }: Selectable<StateSchema["training_run"]>,
): Promise<void> {
  const run = { projectId, runId: id, name, state, at: at ?? new Date().toISOString(), end: "once" };
  await recordEvent(transaction, trainingRunEnded(run));
}

/** Which runs of a project to list. */
interface RunSelection extends ProfileSelection {
  readonly modelId: string | null;
  /** Each occurs in the name, the state or the profile. */
  readonly words?: readonly string[];
  readonly limit: number;
  /** The id of the last run of the page before. */
  readonly before: string | null;
}

/** Training runs and their iterations, in the service's state. */
export class TrainingRunRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  async add(run: NewTrainingRun): Promise<void> {
    const row = {
      ...newRunColumns(run),
      model_id: run.modelId,
      tasks: run.tasks === null ? null : JSON.stringify(run.tasks),
      task_count: run.taskCount,
      seed: run.seed,
      active_ms: 0,
    };
    await this.#state.insertInto("training_run").values(row).execute();
  }

  async update(
    id: string,
    values: Partial<{
      state: RunState;
      reason: string | null;
      ended_at: string;
      settings: string;
      active_ms: number;
    }>,
  ): Promise<void> {
    const row = { ...values, ...stateColumns(values.state) };
    if (!hasEnded(values.state)) {
      await this.#state.updateTable("training_run").set(row).where("id", "=", id).execute();
      return;
    }
    await this.#state.transaction().execute(async (transaction) => {
      const update = transaction.updateTable("training_run").set(row).where("id", "=", id);
      for (const ended of await update.returningAll().execute()) await recordEnd(transaction, ended);
    });
  }

  /** Asks the service that works on a run to pause or stop it. A run that no service works on is left unchanged. */
  async request(id: string, request: "pause" | "stop"): Promise<void> {
    await this.updateAtWork(id, request === "stop" ? { state: "stopping" } : { is_pausing: 1, reason: "Pausing." });
  }

  /** Returns the requests to these runs. */
  async controls(ids: readonly string[]): Promise<RunControl[]> {
    if (ids.length === 0) return [];
    const rows = await this.#state
      .selectFrom("training_run")
      .select(["id", "state", "is_pausing", "settings"])
      .where("id", "in", ids)
      .execute();
    // The column only contains states of this type.
    return rows.map(({ is_pausing, state, ...row }) => ({
      ...row,
      state: state as RunState,
      isPausing: is_pausing === 1,
    }));
  }

  /** A run of any project. */
  async findById(id: string): Promise<TrainingRunRecord | null> {
    const row = await this.#state.selectFrom("training_run").selectAll().where("id", "=", id).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** Updates a run that has not ended or paused; leaves any other unchanged. */
  async updateAtWork(
    id: string,
    values: { readonly state?: "stopping"; readonly is_pausing?: 1; readonly reason?: string },
  ): Promise<void> {
    await this.#state
      .updateTable("training_run")
      .set(values)
      .where("id", "=", id)
      .where("state", "in", UNFINISHED_STATES)
      .execute();
  }

  /** Updates a paused run. Returns false if it is not paused, for example because another request came first. */
  async leavePause(
    id: string,
    values: { readonly state: RunState; readonly reason: string | null; ended_at?: string; settings?: string },
  ): Promise<boolean> {
    return await this.#state.transaction().execute(async (transaction) => {
      const left = await transaction
        .updateTable("training_run")
        .set(values)
        .where("id", "=", id)
        .where("state", "=", "paused")
        .returningAll()
        .executeTakeFirst();
      if (left && hasEnded(values.state)) await recordEnd(transaction, left);
      return left !== undefined;
    });
  }

  /** Marks a queued run as running. A run that is being stopped keeps its state. */
  async markBegun(id: string): Promise<void> {
    await this.#state
      .updateTable("training_run")
      .set({ state: "running", started_at: new Date().toISOString() })
      .where("id", "=", id)
      .where("state", "=", "queued")
      .execute();
  }

  async find(projectId: string, id: string): Promise<TrainingRunRecord | null> {
    const row = await this.#state
      .selectFrom("training_run")
      .selectAll()
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** Runs of a project, the newest first, after one of them. */
  async list(projectId: string, selection: RunSelection): Promise<TrainingRunRecord[]> {
    const { modelId, words = [], limit, before } = selection;
    let query = this.#state
      .selectFrom("training_run")
      .leftJoin("run_profile", (join) =>
        join
          .onRef("run_profile.project_id", "=", "training_run.project_id")
          .onRef("run_profile.run_id", "=", "training_run.id"),
      )
      .selectAll("training_run")
      .where("training_run.project_id", "=", projectId)
      .where(profileCondition(["training_run.name", "training_run.state"], words, selection));
    if (modelId !== null) query = query.where("training_run.model_id", "=", modelId);
    if (before !== null) {
      const from = this.#state.selectFrom("training_run").select("seq").where("id", "=", before);
      query = query.where("training_run.seq", "<", from);
    }
    return (await query.orderBy("training_run.seq", "desc").limit(limit).execute()).map(recordOf);
  }

  /** Runs that continue when the service starts. */
  async unfinished(): Promise<TrainingRunRecord[]> {
    const rows = await this.#state
      .selectFrom("training_run")
      .selectAll()
      .where("state", "in", UNFINISHED_STATES)
      .orderBy("seq")
      .execute();
    return rows.map(recordOf);
  }

  /** Runs of all projects that have ended since a time. */
  async endedSince(time: string): Promise<TrainingRunRecord[]> {
    const query = this.#state.selectFrom("training_run").selectAll().where("ended_at", ">=", time);
    return (await query.orderBy("seq").execute()).map(recordOf);
  }

  /** The number of runs in each state. */
  async countByState(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#state
      .selectFrom("training_run")
      .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
      .groupBy("state")
      .execute();
    return new Map(rows.map(({ state, count }) => [state, Number(count)]));
  }

  /** Returns another unfinished run of a model; null when there is none. */
  async unfinishedOf(modelId: string, besides: string | null): Promise<string | null> {
    let query = this.#state
      .selectFrom("training_run")
      .select("name")
      .where("model_id", "=", modelId)
      .where("state", "in", UNFINISHED_STATES);
    if (besides !== null) query = query.where("id", "!=", besides);
    return (await query.limit(1).executeTakeFirst())?.name ?? null;
  }

  /** The iterations of a run in order, after one of them. */
  async iterations(runId: string, after = 0): Promise<IterationRecord[]> {
    const rows = await this.#state
      .selectFrom("training_iteration")
      .selectAll()
      .where("run_id", "=", runId)
      .where("iteration", ">", after)
      .orderBy("iteration")
      .execute();
    return rows as IterationRecord[];
  }

  async addIteration(runId: string, iteration: number, fromStep: number): Promise<IterationRecord> {
    const row = {
      run_id: runId,
      iteration,
      state: "sampling",
      from_step: fromStep,
      step: null,
      failed_jobs: 0,
      job_id: null,
      problem: null,
      started_at: new Date().toISOString(),
      sampled_at: null,
      ended_at: null,
      labels_since: null,
      labels_until: null,
      metrics: null,
    } as const;
    await this.#state.insertInto("training_iteration").values(row).execute();
    return row;
  }

  /** Changes an iteration, and returns the changed one. */
  async updateIteration(
    record: IterationRecord,
    values: Partial<Omit<IterationRecord, "run_id" | "iteration">>,
  ): Promise<IterationRecord> {
    await this.#state
      .updateTable("training_iteration")
      .set(values)
      .where("run_id", "=", record.run_id)
      .where("iteration", "=", record.iteration)
      .execute();
    return { ...record, ...values };
  }

  /** Returns the run that sent a job, as long as it is the newest of its iteration; null for any other job. */
  async runOfJob(jobId: string): Promise<string | null> {
    const query = this.#state.selectFrom("training_iteration").select("run_id").where("job_id", "=", jobId);
    return (await query.executeTakeFirst())?.run_id ?? null;
  }

  /** Returns the ids of the jobs that runs of the service sent for a model, including those that failed. */
  async jobsOfRuns(modelId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#state
      .selectFrom("training_iteration")
      .innerJoin("training_run", "training_run.id", "training_iteration.run_id")
      .select(["run_id", "iteration", "failed_jobs"])
      .where("training_run.model_id", "=", modelId)
      .where("job_id", "is not", null)
      .execute();
    return new Set(
      rows.flatMap(({ run_id: runId, iteration, failed_jobs: failed }) =>
        Array.from({ length: failed + 1 }, (_, attempt) => jobIdOf(runId, iteration, attempt)),
      ),
    );
  }
}
