import type { Selectable } from "kysely";
import { v7 as uuid7 } from "uuid";
import {
  type CheckpointEvaluationSettings,
  type CheckpointFigures,
  checkpointEvaluationSettings,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { jsonText } from "@/lib/postgres/json-columns";
import type { Identity } from "@/service/kernel/access/identity";
import { ownerColumns, storedIdentity } from "@/service/kernel/access/stored-identity";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { StoredCheckpoint } from "@/service/training/state/training-state";
import { definitionOf } from "./evaluation-settings";

/** The evaluation that is set on a model. */
export interface SettingRecord {
  readonly modelId: string;
  readonly projectId: string;
  readonly settings: CheckpointEvaluationSettings;
  readonly definition: string;
  readonly onSince: string | null;
  readonly setAt: string;
  readonly identity: Identity;
}

/** The evaluation of one checkpoint, with the state of its run. */
export interface EvaluationRecord {
  readonly checkpointId: string;
  readonly step: number;
  readonly runId: string;
  /** Null for one that began by itself. */
  readonly requester: Identity | null;
  readonly requestedAt: string;
  readonly problem: string | null;
  readonly figures: CheckpointFigures | null;
  /** Null until the run has begun. */
  readonly run: BegunRun | null;
}

interface BegunRun {
  readonly state: string;
  readonly reason: string | null;
  readonly endedAt: string | null;
  /** The root call; null until it is stored. */
  readonly callId: string | null;
  /** Null until its rows are read. */
  readonly trialCount: number | null;
  /** Trials that have ended. */
  readonly doneCount: number;
}

type SettingRow = Selectable<StateSchema["checkpoint_evaluation_setting"]>;

function settingOf(row: SettingRow): SettingRecord {
  return {
    modelId: row.model_id,
    projectId: row.project_id,
    settings: checkpointEvaluationSettings.parse(JSON.parse(row.settings)),
    definition: row.definition,
    onSince: row.on_since,
    setAt: row.set_at,
    identity: storedIdentity(row),
  };
}

/** Settings and evaluations of checkpoints, in the service's state beside the runs. */
export class EvaluationRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  async setting(modelId: string): Promise<SettingRecord | null> {
    const row = await this.#state
      .selectFrom("checkpoint_evaluation_setting")
      .selectAll()
      .where("model_id", "=", modelId)
      .executeTakeFirst();
    return row ? settingOf(row) : null;
  }

  async settings(projectId: string, modelIds: readonly string[]): Promise<SettingRecord[]> {
    const rows = await this.#state
      .selectFrom("checkpoint_evaluation_setting")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("model_id", "in", [...modelIds])
      .execute();
    return rows.map(settingOf);
  }

  async modelIds(): Promise<string[]> {
    const rows = await this.#state.selectFrom("checkpoint_evaluation_setting").select("model_id").execute();
    return rows.map(({ model_id: id }) => id);
  }

  /** Stores a setting. Evaluations of other settings, or that nobody asked for while it is off, do not begin any more. */
  async set(
    modelId: string,
    projectId: string,
    settings: CheckpointEvaluationSettings,
    identity: Identity,
  ): Promise<void> {
    const now = new Date().toISOString();
    const definition = definitionOf(settings);
    await this.#state.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom("checkpoint_evaluation_setting")
        .select("on_since")
        .where("model_id", "=", modelId)
        .executeTakeFirst();
      const row = {
        model_id: modelId,
        project_id: projectId,
        settings: JSON.stringify(settings),
        definition,
        on_since: settings.is_on ? (before?.on_since ?? now) : null,
        set_at: now,
        ...ownerColumns(identity),
      };
      await transaction
        .insertInto("checkpoint_evaluation_setting")
        .values(row)
        .onConflict((conflict) => conflict.column("model_id").doUpdateSet(row))
        .execute();
      await transaction
        .deleteFrom("checkpoint_evaluation")
        .where("model_id", "=", modelId)
        .where("run_id", "not in", (eb) => eb.selectFrom("evaluation_run").select("id"))
        .where((eb) =>
          settings.is_on
            ? eb("definition", "!=", definition)
            : eb.or([eb("definition", "!=", definition), eb("user_id", "is", null)]),
        )
        .execute();
    });
  }

  /** Removes a setting, and the evaluations that have not begun. */
  async remove(modelId: string): Promise<void> {
    await this.#state.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("checkpoint_evaluation_setting").where("model_id", "=", modelId).execute();
      await transaction
        .deleteFrom("checkpoint_evaluation")
        .where("model_id", "=", modelId)
        .where("run_id", "not in", (eb) => eb.selectFrom("evaluation_run").select("id"))
        .execute();
    });
  }

  /** Adds the evaluation of a checkpoint, unless there is one. */
  async add(
    { modelId, definition }: SettingRecord,
    { id, step }: Pick<StoredCheckpoint, "id" | "step">,
    requester: Identity | null,
  ): Promise<void> {
    await this.#state
      .insertInto("checkpoint_evaluation")
      .values({
        model_id: modelId,
        definition,
        checkpoint_id: id,
        step,
        run_id: uuid7(),
        ...(requester ? ownerColumns(requester) : { user_id: null, projects: null }),
        requested_at: new Date().toISOString(),
        problem: null,
        figures: null,
      })
      .onConflict((conflict) => conflict.columns(["model_id", "definition", "checkpoint_id"]).doNothing())
      .execute();
  }

  /** The evaluations of a model with these settings, in the order in which they were asked for. */
  async evaluations({ modelId, definition }: Pick<SettingRecord, "modelId" | "definition">) {
    const rows = await this.#state
      .selectFrom("checkpoint_evaluation as evaluation")
      .leftJoin("evaluation_run as run", "run.id", "evaluation.run_id")
      .selectAll("evaluation")
      .select(["run.state", "run.reason", "run.started_at", "run.ended_at"])
      .select([
        // One query also for a thousand checkpoints: settings and plans are not parsed here.
        jsonText(this.#state, "run.plan", ["roots", 0, "callId"]).as("call_id"),
        jsonText(this.#state, "run.plan", ["rowCount"]).as("row_count"),
        jsonText(this.#state, "run.settings", ["trials"]).as("trials"),
      ])
      .select(({ selectFrom, fn }) =>
        selectFrom("evaluation_trial")
          .select(fn.countAll<number>().as("count"))
          .whereRef("evaluation_trial.run_id", "=", "evaluation.run_id")
          .as("done_count"),
      )
      .where("evaluation.model_id", "=", modelId)
      .where("evaluation.definition", "=", definition)
      .orderBy("evaluation.seq")
      .execute();
    return rows.map(
      (row): EvaluationRecord => ({
        checkpointId: row.checkpoint_id,
        step: row.step,
        runId: row.run_id,
        requester: row.user_id === null ? null : storedIdentity({ user_id: row.user_id, projects: row.projects }),
        requestedAt: row.requested_at,
        problem: row.problem,
        figures: row.figures === null ? null : (JSON.parse(row.figures) as CheckpointFigures),
        run:
          row.state === null
            ? null
            : {
                state: row.state,
                reason: row.reason,
                endedAt: row.ended_at,
                callId: row.started_at === null ? null : row.call_id,
                trialCount: row.row_count === null ? null : Number(row.row_count) * Number(row.trials),
                doneCount: row.done_count ?? 0,
              },
      }),
    );
  }

  /** The number of checkpoints that were evaluated with other settings only. */
  async countOthers({ modelId, definition }: Pick<SettingRecord, "modelId" | "definition">): Promise<number> {
    const { count } = await this.#state
      .selectFrom("checkpoint_evaluation")
      .select((eb) => eb.fn.count<number>("checkpoint_id").distinct().as("count"))
      .where("model_id", "=", modelId)
      .where("definition", "!=", definition)
      .where("figures", "is not", null)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** The model whose checkpoint a run evaluates. */
  async modelOf(runId: string): Promise<string | null> {
    const row = await this.#state
      .selectFrom("checkpoint_evaluation")
      .select("model_id")
      .where("run_id", "=", runId)
      .executeTakeFirst();
    return row?.model_id ?? null;
  }

  /** Finished runs whose figures are not stored. */
  async unsettled(modelId: string): Promise<string[]> {
    const rows = await this.#state
      .selectFrom("checkpoint_evaluation as evaluation")
      .innerJoin("evaluation_run as run", "run.id", "evaluation.run_id")
      .select("run.id")
      .where("evaluation.model_id", "=", modelId)
      .where("run.state", "=", "finished")
      .where("evaluation.figures", "is", null)
      .where("evaluation.problem", "is", null)
      .execute();
    return rows.map(({ id }) => id);
  }

  async settle(runId: string, result: { readonly figures: CheckpointFigures } | { readonly problem: string }) {
    const values =
      "figures" in result ? { figures: JSON.stringify(result.figures), problem: null } : { problem: result.problem };
    await this.#state.updateTable("checkpoint_evaluation").set(values).where("run_id", "=", runId).execute();
  }

  /** Gives an evaluation another run, so that it begins again. */
  async renew(runId: string, requester?: Identity): Promise<void> {
    await this.#state
      .updateTable("checkpoint_evaluation")
      .set({
        run_id: uuid7(),
        problem: null,
        figures: null,
        ...(requester ? { ...ownerColumns(requester), requested_at: new Date().toISOString() } : {}),
      })
      .where("run_id", "=", runId)
      .execute();
  }
}
