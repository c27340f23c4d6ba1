import { LRUCache } from "lru-cache";
import { readRunRows } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { messageKey } from "@/service/evaluation/evaluations/message-key";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { ModelLineage, TrainedTasks } from "@/service/traces/handlers/model-lineage";
import { firstUserText } from "@/service/training/batches/group-text";
import { trainedMessages, trainedVersion } from "@/service/training/lineage/trained-messages";
import { readArtifactName } from "@/service/training/models/artifact-name";
import { findModel, findModelByName, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import type { StoredModel } from "@/service/training/state/training-state";
import { storedSettings, type TaskValues } from "@/service/training/training-runs/records/run-records";
import { messagesOf } from "@/service/training/training-runs/rollouts/run-rollout";

/** Models whose tasks are kept in memory. */
const MAX_KNOWN_MODELS = 200;

/** Models that one was made of are followed this far. */
const MAX_DEPTH = 8;

interface Parts {
  readonly state: ServiceState;
  readonly training: Pick<Training, "state" | "blobs">;
  readonly services: Pick<Services, "store" | "objects" | "tables">;
}

/**
 * What models were trained on: the rows that training runs took their tasks from, by digest, and the first user message
 * of every group of a job, whoever sent it.
 */
export class TrainingLineage implements ModelLineage {
  readonly #parts: Parts;
  readonly #known = new LRUCache<string, TrainedTasks>({ max: MAX_KNOWN_MODELS });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async trainedTasks(projectId: string, name: string, signal: AbortSignal): Promise<TrainedTasks | null> {
    const chain = await this.#chainOf(projectId, name);
    const tasks = (await Promise.all(chain.map((model) => this.#tasksOf(model, signal)))).filter((one) => one !== null);
    const [own, ...bases] = tasks;
    if (own === undefined || bases.length === 0) return own ?? null;
    return {
      version: tasks.map(({ version }) => version).join(" "),
      rowDigests: new Set(tasks.flatMap(({ rowDigests }) => [...rowDigests])),
      messages: new Set(tasks.flatMap(({ messages }) => [...messages])),
    };
  }

  /** The model of a name, and the models of the same project that it was forked from or made of. */
  async #chainOf(projectId: string, name: string): Promise<StoredModel[]> {
    const chain: StoredModel[] = [];
    let model = await this.#named(name);
    while (model !== undefined && projectOf(model) === projectId && chain.length < MAX_DEPTH) {
      chain.push(model);
      const { forked_model_id: forked, base_model: base }: StoredModel = model;
      model = forked === null ? await this.#named(base) : await findModel(this.#parts.training.state, forked);
    }
    return chain;
  }

  async #named(name: string): Promise<StoredModel | undefined> {
    const artifact = readArtifactName(name);
    return artifact ? await findModelByName(this.#parts.training.state, artifact) : undefined;
  }

  async #tasksOf({ id }: StoredModel, signal: AbortSignal): Promise<TrainedTasks | null> {
    const { training } = this.#parts;
    const runs = await this.#trainedRuns(id);
    const batches = await trainedVersion(training.state, id);
    if (batches === "" && runs.length === 0) return null;
    const version = `${id} ${batches} ${runs.map(({ count }) => count).join(",")}`;
    const known = this.#known.get(id);
    if (known?.version === version) return known;
    const messages = new Set(await trainedMessages(training.state, training.blobs, id));
    const rowDigests = new Set<string>();
    for (const run of runs) await this.#addRun(run.id, { messages, rowDigests }, signal);
    const tasks = { version, rowDigests, messages };
    this.#known.set(id, tasks);
    return tasks;
  }

  /** The runs of a model with iterations that were trained, and how many. */
  async #trainedRuns(modelId: string) {
    return await this.#parts.state
      .selectFrom("training_run as run")
      .innerJoin("training_iteration as iteration", "iteration.run_id", "run.id")
      .select(["run.id"])
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("run.model_id", "=", modelId)
      .where("iteration.state", "=", "done")
      .groupBy("run.id")
      .orderBy("run.id")
      .execute();
  }

  async #addRun(
    runId: string,
    found: { readonly messages: Set<string>; readonly rowDigests: Set<string> },
    signal: AbortSignal,
  ): Promise<void> {
    const { state, services } = this.#parts;
    const run = await state.selectFrom("training_run").selectAll().where("id", "=", runId).executeTakeFirst();
    if (!run) return;
    const settings = storedSettings(run.settings);
    const trained = await this.#trainedTaskNumbers(runId);
    if (settings.tasks.kind === "table") {
      const { rows } = await readRunRows(services, run.project_id, settings.tasks.rows, signal);
      for (const task of trained) {
        const row = rows[task];
        if (row) found.rowDigests.add(row.digest);
      }
      return;
    }
    const stored = run.tasks === null ? null : (JSON.parse(run.tasks) as TaskValues[]);
    const values = stored ?? (settings.tasks.kind === "prompts" ? settings.tasks.items : []);
    for (const task of trained) {
      const own = values[task];
      const message = own ? firstUserText(messagesOf(settings, own)) : null;
      if (message !== null) found.messages.add(messageKey(message));
    }
  }

  /** The tasks with an answer in an iteration that was trained. */
  async #trainedTaskNumbers(runId: string): Promise<number[]> {
    const rows = await this.#parts.state
      .selectFrom("training_rollout as rollout")
      .innerJoin("training_iteration as iteration", (join) =>
        join.onRef("iteration.run_id", "=", "rollout.run_id").onRef("iteration.iteration", "=", "rollout.iteration"),
      )
      .select("rollout.task")
      .distinct()
      .where("rollout.run_id", "=", runId)
      .where("iteration.state", "=", "done")
      .where("rollout.error", "is", null)
      .execute();
    return rows.map(({ task }) => task);
  }
}
