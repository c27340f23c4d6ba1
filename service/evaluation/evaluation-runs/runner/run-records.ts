import type { Selectable } from "kysely";
import { type EvaluationSettings, evaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { PromptMessage, StoredEvaluation } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import type { TrialResult } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import type { Identity } from "@/service/kernel/access/identity";
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

/** What a run published, and where its calls are. */
export interface RunPlan {
  readonly stored: StoredEvaluation;
  readonly datasetRef: string;
  readonly rowCount: number;
  readonly prompts: readonly (readonly PromptMessage[])[];
  /** By model. */
  readonly roots: readonly { readonly callId: string; readonly traceId: string }[];
}

export interface RunRecord extends StoredRun<EvaluationSettings> {
  readonly plan: RunPlan | null;
}

/** Returns the settings of a row. */
export function storedSettings(text: string): EvaluationSettings {
  return evaluationSettings.parse(JSON.parse(text));
}

function recordOf(row: Selectable<StateSchema["evaluation_run"]>): RunRecord {
  const run = storedRun(row, (settings) => evaluationSettings.parse(settings));
  return { ...run, plan: row.plan === null ? null : (JSON.parse(row.plan) as RunPlan) };
}

/** Evaluations and their ended trials, in the service's state. */
export class RunRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  async add(id: string, projectId: string, settings: EvaluationSettings, identity: Identity): Promise<void> {
    const row = { ...newRunColumns({ id, projectId, identity, settings }), plan: null };
    await this.#state.insertInto("evaluation_run").values(row).execute();
  }

  async update(
    id: string,
    values: Partial<{
      state: RunState;
      reason: string | null;
      started_at: string;
      ended_at: string;
      settings: string;
      plan: string;
    }>,
  ): Promise<void> {
    const row = { ...values, ...stateColumns(values.state) };
    await this.#state.updateTable("evaluation_run").set(row).where("id", "=", id).execute();
  }

  /** Asks the service that works on a run to pause or to stop it. One that rests is left as it is. */
  async request(id: string, request: "pause" | "stop"): Promise<void> {
    await this.#state
      .updateTable("evaluation_run")
      .set(request === "stop" ? { state: "stopping" } : { is_pausing: 1, reason: "Pausing." })
      .where("id", "=", id)
      .where("state", "in", UNFINISHED_STATES)
      .execute();
  }

  /** Returns what is asked of runs. */
  async controls(ids: readonly string[]): Promise<RunControl[]> {
    if (ids.length === 0) return [];
    const rows = await this.#state
      .selectFrom("evaluation_run")
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

  async find(projectId: string, id: string): Promise<RunRecord | null> {
    const row = await this.#state
      .selectFrom("evaluation_run")
      .selectAll()
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** A run of any project, for parts of the service that stored its id. */
  async findById(id: string): Promise<RunRecord | null> {
    const row = await this.#state.selectFrom("evaluation_run").selectAll().where("id", "=", id).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** Runs of a project, the newest first, after one of them. */
  async list(projectId: string, limit: number, before: string | null): Promise<RunRecord[]> {
    let query = this.#state.selectFrom("evaluation_run").selectAll().where("project_id", "=", projectId);
    if (before !== null) {
      const from = this.#state.selectFrom("evaluation_run").select("seq").where("id", "=", before);
      query = query.where("seq", "<", from);
    }
    return (await query.orderBy("seq", "desc").limit(limit).execute()).map(recordOf);
  }

  /** Runs that continue when the service starts. */
  async unfinished(): Promise<RunRecord[]> {
    const rows = await this.#state
      .selectFrom("evaluation_run")
      .selectAll()
      .where("state", "in", UNFINISHED_STATES)
      .orderBy("seq")
      .execute();
    return rows.map(recordOf);
  }

  async addTrial(runId: string, result: TrialResult): Promise<void> {
    const row = {
      run_id: runId,
      model_index: result.modelIndex,
      position: result.position,
      trial: result.trial,
      call_id: result.callId,
      ended_at: result.endedAt,
      result: JSON.stringify(result),
    };
    await this.#state
      .insertInto("evaluation_trial")
      .values(row)
      .onConflict((conflict) => conflict.columns(["run_id", "model_index", "trial", "position"]).doUpdateSet(row))
      .execute();
  }

  /** The ended trials of a run in the order of the Python client: by model, all rows, then all rows again. */
  async trials(runId: string): Promise<TrialResult[]> {
    const rows = await this.#state
      .selectFrom("evaluation_trial")
      .select("result")
      .where("run_id", "=", runId)
      .orderBy("model_index")
      .orderBy("trial")
      .orderBy("position")
      .execute();
    return rows.map(({ result }) => JSON.parse(result) as TrialResult);
  }
}
