import type { Handlers } from "@/service/traces/handlers/handlers";
import type { Redaction } from "@/service/traces/redaction/redaction";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import type { Training } from "@/service/training/open-training";
import { listCheckpointEvaluationsHandler } from "@/service/training/operations/checkpoint-evaluations/checkpoint-evaluations-list";
import { readCheckpointEvaluationHandler } from "@/service/training/operations/checkpoint-evaluations/checkpoint-evaluations-read";
import { removeCheckpointEvaluationHandler } from "@/service/training/operations/checkpoint-evaluations/checkpoint-evaluations-remove";
import { setCheckpointEvaluationHandler } from "@/service/training/operations/checkpoint-evaluations/checkpoint-evaluations-set";
import { startCheckpointEvaluationsHandler } from "@/service/training/operations/checkpoint-evaluations/checkpoint-evaluations-start";
import { completeChatHandler } from "@/service/training/operations/training/chat-complete";
import { readModelServerHandler } from "@/service/training/operations/training/model-server-read";
import { startModelServerHandler } from "@/service/training/operations/training/model-server-start";
import { stopModelServerHandler } from "@/service/training/operations/training/model-server-stop";
import { listBaseModelsHandler } from "@/service/training/operations/training/models-base";
import { listCheckpointsHandler } from "@/service/training/operations/training/models-checkpoints";
import { createModelHandler } from "@/service/training/operations/training/models-create";
import { deleteModelHandler } from "@/service/training/operations/training/models-delete";
import { deleteCheckpointsHandler } from "@/service/training/operations/training/models-delete-checkpoints";
import { listModelsHandler } from "@/service/training/operations/training/models-list";
import { logTrajectoriesHandler } from "@/service/training/operations/training/models-log";
import { readModelHandler } from "@/service/training/operations/training/models-read";
import { cancelTrainingJobHandler } from "@/service/training/operations/training/training-jobs-cancel";
import { createTrainingJobHandler } from "@/service/training/operations/training/training-jobs-create";
import { listTrainingEventsHandler } from "@/service/training/operations/training/training-jobs-events";
import { listTrainingJobsHandler } from "@/service/training/operations/training/training-jobs-list";
import { readTrainingLogHandler } from "@/service/training/operations/training/training-jobs-log";
import { readTrainingLogLinesHandler } from "@/service/training/operations/training/training-jobs-log-lines";
import { readTrainingPayloadHandler } from "@/service/training/operations/training/training-jobs-payload";
import { prioritizeTrainingJobHandler } from "@/service/training/operations/training/training-jobs-prioritize";
import { readTrainingJobHandler } from "@/service/training/operations/training/training-jobs-read";
import { streamTrainingEventsHandler } from "@/service/training/operations/training/training-jobs-stream-events";
import { listBatchesHandler } from "@/service/training/operations/training/trajectories-batches";
import { readGroupHandler } from "@/service/training/operations/training/trajectories-group";
import { listGroupsHandler } from "@/service/training/operations/training/trajectories-groups";
import { readTrajectoryHandler } from "@/service/training/operations/training/trajectories-read";
import { streamTrajectoriesHandler } from "@/service/training/operations/training/trajectories-stream";
import { deleteTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-delete";
import { estimateTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-estimate";
import { listTrainingRunsHandler } from "@/service/training/operations/training-runs/training-runs-list";
import { logTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-log";
import { readRunLogLinesHandler } from "@/service/training/operations/training-runs/training-runs-log-lines";
import { listLoggedRunsHandler } from "@/service/training/operations/training-runs/training-runs-logged";
import { listClientRunsHandler } from "@/service/training/operations/training-runs/training-runs-of-models";
import { pauseTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-pause";
import { readTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-read";
import { resumeTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-resume";
import { readRolloutsHandler } from "@/service/training/operations/training-runs/training-runs-rollouts";
import { readSeriesHandler } from "@/service/training/operations/training-runs/training-runs-series";
import { startTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-start";
import { stopTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-stop";
import { listRunTagsHandler } from "@/service/training/operations/training-runs/training-runs-tags";
import { updateTrainingRunHandler } from "@/service/training/operations/training-runs/training-runs-update";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** The parts of the service that train models. */
export interface TrainingParts {
  readonly training: Training;
  readonly trainingRuns: TrainingRuns;
  /** Evaluations that are set on models. */
  readonly checkpoints: CheckpointEvaluations;
  /** Acts before what a run logs is stored. */
  readonly redaction: Redaction;
}

/** The handlers of models, jobs and training runs. */
export function trainingHandlers({ training, trainingRuns, checkpoints, redaction }: TrainingParts) {
  return {
    ...jobHandlers(training),
    ...trainingRunHandlers(trainingRuns, redaction),
    ...checkpointEvaluationHandlers(checkpoints),
  };
}

/** The handlers of models, jobs and trajectories. */
export function jobHandlers(training: Training) {
  return {
    "trainingJobs.create": createTrainingJobHandler(training),
    "trainingJobs.read": readTrainingJobHandler(training),
    "trainingJobs.events": listTrainingEventsHandler(training),
    "trainingJobs.streamEvents": streamTrainingEventsHandler(training),
    "trainingJobs.list": listTrainingJobsHandler(training),
    "trainingJobs.payload": readTrainingPayloadHandler(training),
    "trainingJobs.log": readTrainingLogHandler(training),
    "trainingJobs.logLines": readTrainingLogLinesHandler(training),
    "trainingJobs.cancel": cancelTrainingJobHandler(training),
    "trainingJobs.prioritize": prioritizeTrainingJobHandler(training),
    "models.create": createModelHandler(training),
    "models.delete": deleteModelHandler(training),
    "models.log": logTrajectoriesHandler(training),
    "models.checkpoints": listCheckpointsHandler(training),
    "models.deleteCheckpoints": deleteCheckpointsHandler(training),
    "models.base": listBaseModelsHandler(training),
    "models.list": listModelsHandler(training),
    "models.read": readModelHandler(training),
    "modelServer.read": readModelServerHandler(training),
    "modelServer.start": startModelServerHandler(training),
    "modelServer.stop": stopModelServerHandler(training),
    "chat.complete": completeChatHandler(training),
    "trajectories.batches": listBatchesHandler(training),
    "trajectories.groups": listGroupsHandler(training),
    "trajectories.group": readGroupHandler(training),
    "trajectories.read": readTrajectoryHandler(training),
    "trajectories.stream": streamTrajectoriesHandler(training),
  } satisfies Partial<Handlers>;
}

/** The handlers of training runs. */
function trainingRunHandlers(runs: TrainingRuns, redaction: Redaction) {
  return {
    "trainingRuns.estimate": estimateTrainingRunHandler(runs),
    "trainingRuns.delete": deleteTrainingRunHandler(runs),
    "trainingRuns.log": logTrainingRunHandler(runs, redaction),
    "trainingRuns.logLines": readRunLogLinesHandler(runs),
    "trainingRuns.series": readSeriesHandler(runs),
    "trainingRuns.logged": listLoggedRunsHandler(runs),
    "trainingRuns.list": listTrainingRunsHandler(runs),
    "trainingRuns.ofModels": listClientRunsHandler(runs),
    "trainingRuns.pause": pauseTrainingRunHandler(runs),
    "trainingRuns.read": readTrainingRunHandler(runs),
    "trainingRuns.resume": resumeTrainingRunHandler(runs),
    "trainingRuns.rollouts": readRolloutsHandler(runs),
    "trainingRuns.start": startTrainingRunHandler(runs),
    "trainingRuns.tags": listRunTagsHandler(runs),
    "trainingRuns.update": updateTrainingRunHandler(runs),
    "trainingRuns.stop": stopTrainingRunHandler(runs),
  } satisfies Partial<Handlers>;
}

/** The handlers of evaluations that are set on models. */
function checkpointEvaluationHandlers(evaluations: CheckpointEvaluations) {
  return {
    "checkpointEvaluations.read": readCheckpointEvaluationHandler(evaluations),
    "checkpointEvaluations.list": listCheckpointEvaluationsHandler(evaluations),
    "checkpointEvaluations.set": setCheckpointEvaluationHandler(evaluations),
    "checkpointEvaluations.start": startCheckpointEvaluationsHandler(evaluations),
    "checkpointEvaluations.remove": removeCheckpointEvaluationHandler(evaluations),
  } satisfies Partial<Handlers>;
}
