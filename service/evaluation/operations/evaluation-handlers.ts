import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Monitors } from "@/service/evaluation/monitors/monitors";
import { addItemsHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-add-items";
import { createQueueHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-create";
import { deleteQueueHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-delete";
import { queryItemsHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-items";
import { setProgressHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-progress";
import { queryQueuesHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-query";
import { readQueueHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-read";
import { removeItemHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-remove-item";
import { readQueuesStatsHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-stats";
import { updateQueueHandler } from "@/service/evaluation/operations/annotation-queues/annotation-queues-update";
import { estimateEvaluationHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-estimate";
import { listEvaluationRunsHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-list";
import { pauseEvaluationHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-pause";
import { previewEvaluationHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-preview";
import { readEvaluationRunHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-read";
import { resumeEvaluationHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-resume";
import { startEvaluationHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-start";
import { stopEvaluationHandler } from "@/service/evaluation/operations/evaluation-runs/evaluation-runs-stop";
import { compareEvaluations } from "@/service/evaluation/operations/evaluations/evaluations-compare";
import { compareEvaluationSlices } from "@/service/evaluation/operations/evaluations/evaluations-compare-slices";
import { readEvaluationFigures } from "@/service/evaluation/operations/evaluations/evaluations-figures";
import { queryEvaluations } from "@/service/evaluation/operations/evaluations/evaluations-query";
import { listEvaluationResults } from "@/service/evaluation/operations/evaluations/evaluations-results";
import { sliceEvaluation } from "@/service/evaluation/operations/evaluations/evaluations-slices";
import { readEvaluationValues } from "@/service/evaluation/operations/evaluations/evaluations-values";
import { deleteMonitorHandler } from "@/service/evaluation/operations/monitors/monitors-delete";
import { estimateMonitorHandler } from "@/service/evaluation/operations/monitors/monitors-estimate";
import { listMonitorsHandler } from "@/service/evaluation/operations/monitors/monitors-list";
import { previewMonitorHandler } from "@/service/evaluation/operations/monitors/monitors-preview";
import { saveMonitorHandler } from "@/service/evaluation/operations/monitors/monitors-save";
import { switchMonitorHandler } from "@/service/evaluation/operations/monitors/monitors-switch";
import type { Handlers } from "@/service/traces/handlers/handlers";

/** The parts of the service that judge calls. */
export interface EvaluationParts {
  readonly runs: EvaluationRuns;
  readonly monitors: Monitors;
  readonly queues: AnnotationQueues;
}

/** The handlers of everything that scores: evaluations, monitors, and the queues of reviewers. */
export function evaluationHandlers({ runs, monitors, queues }: EvaluationParts) {
  return {
    ...resultHandlers,
    ...evaluationRunHandlers(runs),
    ...monitorHandlers(monitors),
    ...annotationQueueHandlers(queues),
  };
}

/** The handlers of what evaluations found. */
const resultHandlers = {
  "evaluations.query": queryEvaluations,
  "evaluations.figures": readEvaluationFigures,
  "evaluations.results": listEvaluationResults,
  "evaluations.compare": compareEvaluations,
  "evaluations.slices": sliceEvaluation,
  "evaluations.compareSlices": compareEvaluationSlices,
  "evaluations.values": readEvaluationValues,
} satisfies Partial<Handlers>;

/** The handlers of evaluations that this service runs. */
function evaluationRunHandlers(runs: EvaluationRuns) {
  return {
    "evaluationRuns.preview": previewEvaluationHandler(runs),
    "evaluationRuns.estimate": estimateEvaluationHandler(runs),
    "evaluationRuns.start": startEvaluationHandler(runs),
    "evaluationRuns.list": listEvaluationRunsHandler(runs),
    "evaluationRuns.read": readEvaluationRunHandler(runs),
    "evaluationRuns.pause": pauseEvaluationHandler(runs),
    "evaluationRuns.resume": resumeEvaluationHandler(runs),
    "evaluationRuns.stop": stopEvaluationHandler(runs),
  } satisfies Partial<Handlers>;
}

/** The handlers of monitors. */
function monitorHandlers(monitors: Monitors) {
  return {
    "monitors.list": listMonitorsHandler(monitors),
    "monitors.estimate": estimateMonitorHandler(monitors),
    "monitors.preview": previewMonitorHandler(monitors),
    "monitors.save": saveMonitorHandler(monitors),
    "monitors.switch": switchMonitorHandler(monitors),
    "monitors.delete": deleteMonitorHandler(monitors),
  } satisfies Partial<Handlers>;
}

/** The handlers of review queues. */
function annotationQueueHandlers(queues: AnnotationQueues) {
  return {
    "annotationQueues.addItems": addItemsHandler(queues),
    "annotationQueues.create": createQueueHandler(queues),
    "annotationQueues.delete": deleteQueueHandler(queues),
    "annotationQueues.items": queryItemsHandler(queues),
    "annotationQueues.progress": setProgressHandler(queues),
    "annotationQueues.query": queryQueuesHandler(queues),
    "annotationQueues.read": readQueueHandler(queues),
    "annotationQueues.removeItem": removeItemHandler(queues),
    "annotationQueues.stats": readQueuesStatsHandler(queues),
    "annotationQueues.update": updateQueueHandler(queues),
  } satisfies Partial<Handlers>;
}
