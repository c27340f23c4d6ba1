import type { Handlers } from "@/service/traces/handlers/handlers";
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
import type { Redaction } from "@/service/traces/redaction/redaction";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** The handlers of training runs. */
export function trainingRunHandlers(runs: TrainingRuns, redaction: Redaction) {
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
