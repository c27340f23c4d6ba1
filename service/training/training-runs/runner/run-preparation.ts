import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import type { Services } from "@/service/traces/handlers/handler";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { checkpointName, runSettingsOf } from "@/service/training/checkpoint-evaluations/evaluation-settings";
import { forkModel } from "@/service/training/models/fork-model";
import { findForkSource } from "@/service/training/models/fork-source";
import { createModel, findModel, findModelByName, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import { NO_TRAINER } from "@/service/training/runner/job-runner";
import type { StoredModel } from "@/service/training/state/training-state";
import { LabelError, readLabelQuestion } from "@/service/training/training-runs/labels/label-question";
import type { TrainingRunRecords } from "@/service/training/training-runs/records/run-records";
import {
  checkRemoteModel,
  type RemoteModel,
  remoteModelId,
} from "@/service/training/training-runs/remote/remote-model";
import { readTasks } from "@/service/training/training-runs/tasks/read-tasks";
import { checkCostLimit, checkRunSettings } from "./check-settings";

/** A model of this service. */
type OwnModel = Exclude<TrainingRunSettings["model"], RemoteModel>;

interface Parts {
  readonly services: Services;
  readonly training: Training;
  readonly evaluations: CheckpointEvaluations;
  readonly queues: AnnotationQueues;
  readonly records: TrainingRunRecords;
}

/** What happens before a run starts: its settings are checked, and its model is registered. */
export class RunPreparation {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Checks settings as a start would. @throws ValidationError, NotFoundError, InvalidRequestError */
  async check(projectId: string, settings: TrainingRunSettings, identity: Identity, signal: AbortSignal) {
    if (settings.model.kind === "remote")
      await checkRemoteModel(this.#parts.services.providers, settings, settings.model, signal);
    else await this.#checkOwnModel(projectId, settings.model);
    const tasks = await readTasks(this.#parts.services, projectId, settings.tasks, signal);
    const choice = { providers: this.#parts.services.providers, identity };
    checkRunSettings(settings, tasks, choice);
    await this.#checkLabel(projectId, settings, signal);
    const prices = await readProjectPrices(this.#parts.services.store, projectId, { signal });
    checkCostLimit(settings, prices, choice);
    await this.#checkEvaluation(projectId, settings, identity, signal);
    return { tasks, prices };
  }

  async #checkLabel(projectId: string, { reward }: TrainingRunSettings, signal: AbortSignal): Promise<void> {
    if (!reward.label) return;
    const { queues, services } = this.#parts;
    try {
      await readLabelQuestion({ queues, objects: services.objects }, projectId, reward.label, signal);
    } catch (error) {
      if (error instanceof LabelError) throw settingsError(["reward", "label", error.member], error.problem);
      throw error;
    }
  }

  /** The settings are checked before the model is registered: a run that cannot start must not leave one behind. */
  async #checkEvaluation(
    projectId: string,
    { evaluation }: TrainingRunSettings,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<void> {
    if (!evaluation) return;
    const checkpoint = checkpointName({ ...placeOf(projectId), name: "new" }, 0);
    try {
      await this.#parts.evaluations.runs.check(projectId, runSettingsOf(evaluation, checkpoint), identity, signal);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const places = error.detail.map(({ loc: [body = "", settings = "", ...rest], ...item }) => ({
        ...item,
        loc: [body, settings, "evaluation", ...rest],
      }));
      throw new ValidationError(places);
    }
  }

  async #checkOwnModel(projectId: string, model: OwnModel): Promise<void> {
    const baseModel = await this.#baseModelOf(projectId, model);
    const { checkpointModels, trainer } = this.#parts.training;
    if (trainer === null) throw new InvalidRequestError(NO_TRAINER);
    if (!checkpointModels.canRun(baseModel)) throw settingsError(["model"], checkpointModels.cannotRunText(baseModel));
  }

  async #baseModelOf(projectId: string, model: OwnModel): Promise<string> {
    if (model.kind === "existing") return (await this.#modelOf(projectId, model.model_id)).base_model;
    const baseModel =
      model.kind === "fork" ? (await this.#forkSource(projectId, model)).model.base_model : model.base_model;
    const taken = await findModelByName(this.#parts.training.state, { ...placeOf(projectId), name: model.name });
    if (taken) throw settingsError(["model", "name"], `The model ${model.name} already exists`);
    return baseModel;
  }

  async #forkSource(projectId: string, model: Extract<OwnModel, { kind: "fork" }>) {
    const source = await findForkSource(this.#parts.training.state, model, projectId);
    if (source.problem !== null) throw settingsError(["model", source.member], source.problem);
    return source;
  }

  async #modelOf(projectId: string, modelId: string): Promise<StoredModel> {
    const model = await findModel(this.#parts.training.state, modelId);
    if (!model || projectOf(model) !== projectId)
      throw settingsError(["model", "model_id"], "This project has no such model");
    return model;
  }

  /** Returns the id of the model, which is registered if requested, once no other run trains it. */
  async readyModel(
    projectId: string,
    { model: chosen, evaluation }: TrainingRunSettings,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<string> {
    if (chosen.kind === "remote") {
      const id = remoteModelId(chosen);
      await this.#requireIdle(id);
      return id;
    }
    const model = await this.#registered(projectId, chosen, identity);
    await this.#requireIdle(model.id);
    if (evaluation) await this.#parts.evaluations.set(model, evaluation, identity, signal);
    return model.id;
  }

  async #requireIdle(modelId: string): Promise<void> {
    const other = await this.#parts.records.unfinishedOf(modelId, null);
    if (other !== null) throw new ConflictError(`The run ${other} trains this model. Stop or pause it first.`);
  }

  async #registered(projectId: string, model: OwnModel, identity: Identity): Promise<StoredModel> {
    if (model.kind === "existing") return await this.#modelOf(projectId, model.model_id);
    const created = await this.#create(projectId, model, identity.userId);
    if (!created) throw settingsError(["model", "name"], `The model ${model.name} already exists`);
    return created;
  }

  /** Returns null when the name is taken. */
  async #create(projectId: string, model: Exclude<OwnModel, { kind: "existing" }>, userId: string) {
    const { training } = this.#parts;
    const named = { ...placeOf(projectId), name: model.name, userId };
    if (model.kind === "new") return await createModel(training.state, { ...named, baseModel: model.base_model });
    const { checkpoint, model: source } = await this.#forkSource(projectId, model);
    return await forkModel(training, checkpoint, { ...named, baseModel: source.base_model });
  }
}

/** The parts of a project's id. @throws InvalidRequestError for an id of another form, which no model can have */
function placeOf(projectId: string): { readonly entity: string; readonly project: string } {
  const [entity, project, ...rest] = projectId.split("/");
  if (!entity || !project || rest.length > 0)
    throw new InvalidRequestError(`The project of a model is entity/project, not ${projectId}.`);
  return { entity, project };
}
