import type { Handlers } from "@/service/http/handlers";
import type { Training } from "@/service/training/open-training";
import { listBaseModelsHandler } from "./base-models-list";
import { completeChatHandler } from "./chat-complete";
import { deleteCheckpointsHandler } from "./checkpoints-delete";
import { listCheckpointsHandler } from "./checkpoints-list";
import { createModelHandler } from "./model-create";
import { deleteModelHandler } from "./model-delete";
import { logTrajectoriesHandler } from "./model-log";
import { readModelHandler } from "./model-read";
import { listModelsHandler } from "./models-list";
import { cancelTrainingJobHandler } from "./training-job-cancel";
import { createTrainingJobHandler } from "./training-job-create";
import { listTrainingEventsHandler } from "./training-job-events";
import { readTrainingLogHandler } from "./training-job-log";
import { readTrainingPayloadHandler } from "./training-job-payload";
import { readTrainingJobHandler } from "./training-job-read";
import { streamTrainingEventsHandler } from "./training-job-stream-events";
import { listTrainingJobsHandler } from "./training-jobs-list";
import { listBatchesHandler } from "./trajectories-batches";
import { readGroupHandler } from "./trajectories-group";
import { listGroupsHandler } from "./trajectories-groups";
import { streamTrajectoriesHandler } from "./trajectories-stream";
import { readTrajectoryHandler } from "./trajectory-read";

/** The operations of models, jobs and trajectories. */
export function trainingHandlers(training: Training) {
  return {
    "trainingJobs.create": createTrainingJobHandler(training),
    "trainingJobs.read": readTrainingJobHandler(training),
    "trainingJobs.events": listTrainingEventsHandler(training),
    "trainingJobs.streamEvents": streamTrainingEventsHandler(training),
    "trainingJobs.list": listTrainingJobsHandler(training),
    "trainingJobs.payload": readTrainingPayloadHandler(training),
    "trainingJobs.log": readTrainingLogHandler(training),
    "trainingJobs.cancel": cancelTrainingJobHandler(training),
    "models.create": createModelHandler(training),
    "models.delete": deleteModelHandler(training),
    "models.log": logTrajectoriesHandler(training),
    "models.checkpoints": listCheckpointsHandler(training),
    "models.deleteCheckpoints": deleteCheckpointsHandler(training),
    "models.base": listBaseModelsHandler(training),
    "models.list": listModelsHandler(training),
    "models.read": readModelHandler(training),
    "chat.complete": completeChatHandler(training),
    "trajectories.batches": listBatchesHandler(training),
    "trajectories.groups": listGroupsHandler(training),
    "trajectories.group": readGroupHandler(training),
    "trajectories.read": readTrajectoryHandler(training),
    "trajectories.stream": streamTrajectoriesHandler(training),
  } satisfies Partial<Handlers>;
}
