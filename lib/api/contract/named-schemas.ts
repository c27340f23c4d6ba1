import type { z } from "zod";
import { redactionRule } from "./admin/redaction";
import { retentionRead } from "./admin/retention";
import { bucket, callFigures, groupBucket, groupValue, latency, storage, tokens } from "./calls/call-stats";
import { callsUsageResult } from "./calls/call-usage";
import { call, callEnd, callStart, callsFilter, callUpsertResult, derivedSummary } from "./calls/calls";
import { anyValue, keyValue, scope } from "./calls/otel";
import { scoreBucket } from "./calls/score-figures";
import { completionInputs, completionsCreate } from "./completions/completions";
import { budget, budgetSettings } from "./costs/budgets";
import { deployment } from "./deployments/deployments";
import {
  bestCheckpoint,
  checkpointEvaluation,
  checkpointEvaluationById,
  checkpointEvaluationSettings,
  checkpointScore,
} from "./evaluation-runs/checkpoint-evaluations";
import { columnMap } from "./evaluation-runs/column-map";
import {
  evaluatedRows,
  evaluationRun,
  evaluationSettings,
  modelProgress,
  promptMessage,
  runById,
  runLimits,
  runSettings,
  samplingParams,
  scoreFigures,
  trialEvent,
} from "./evaluation-runs/evaluation-runs";
import { answerPath, scorer } from "./evaluation-runs/scorers";
import { countedRows, rowsWhere } from "./evaluations/counted-rows";
import { evaluationResultRow } from "./evaluations/results";
import { errorsAsFailures, interval } from "./evaluations/statistics";
import { annotationQueue, queueItem, queueResult } from "./feedback/annotation-queues";
import { feedbackCreate, feedbackCreateResult } from "./feedback/feedback";
import { scoredSubject } from "./feedback/scores";
import { issue } from "./issues/issues";
import { measure, measuredPoint } from "./measures/measures";
import { monitor, monitorDraft, monitorSettings } from "./monitors/monitors";
import { objTags } from "./objects/object-marks";
import { objectVersion } from "./objects/objects";
import { sortField } from "./query/limit-and-order";
import { operand, queryExpression } from "./query/query-expression";
import { rangeStart } from "./scalars/range-start";
import { emptyResult, projectId } from "./scalars/scalars";
import { sqlLimits } from "./sql/sql";
import { tableQuery, tableRow } from "./tables/tables";
import { modelServer } from "./training/model-server";
import { modelById, modelRecord } from "./training/models";
import { jobById, trainingJobEvent, trainingJobRecord } from "./training/training-jobs";
import { tokenLogprob, trajectory, trajectoryGroup } from "./training/trajectories";
import { trainingRunSettings } from "./training-runs/training-run-settings";
import { runTools } from "./training-runs/training-run-tools";
import {
  iterationEvaluation,
  runId,
  runModel,
  runPhase,
  trainingRun,
  trainingRunById,
  trainingRunSettingsBody,
  trainingRunsList,
  trainingRunsPage,
  verdict,
} from "./training-runs/training-runs";
import { eventSubscription } from "./watches/event-subscriptions";
import { ruleSettings, runRuleState, runWatch, runWatchDetail, runWatchSettings } from "./watches/run-watches";
import { watchChannel, watchDelivery } from "./watches/watch-channels";
import { watch, watchGroup, watchNotifications, watchSettings } from "./watches/watches";

/**
 * The schemas that several operations share, by their names in OpenAPI, which become the type names of generated clients.
 * A request or a response of one operation is named after it.
 */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  AnnotationQueue: annotationQueue,
  AnnotationQueueItem: queueItem,
  AnnotationQueueResult: queueResult,
  AnswerPath: answerPath,
  BestCheckpoint: bestCheckpoint,
  Budget: budget,
  BudgetSettings: budgetSettings,
  Deployment: deployment,
  Call: call,
  CallEnd: callEnd,
  CallFigures: callFigures,
  CallsBucket: bucket,
  CallGroup: groupValue,
  CallGroupBucket: groupBucket,
  CallsFilter: callsFilter,
  CallStart: callStart,
  CallSummary: derivedSummary,
  CallsUsage: callsUsageResult,
  CallUpsertResult: callUpsertResult,
  CheckpointScore: checkpointScore,
  CheckpointEvaluation: checkpointEvaluation,
  CheckpointEvaluationId: checkpointEvaluationById,
  CheckpointEvaluationSettings: checkpointEvaluationSettings,
  ColumnMap: columnMap,
  CompletionInputs: completionInputs,
  CompletionRequest: completionsCreate,
  CountedRows: countedRows,
  EmptyResult: emptyResult,
  RangeStart: rangeStart,
  ErrorsAsFailures: errorsAsFailures,
  EvaluatedRows: evaluatedRows,
  EvaluationResultRow: evaluationResultRow,
  EvaluationRun: evaluationRun,
  EvaluationRunDraft: runSettings,
  EvaluationRunId: runById,
  EvaluationRunLimits: runLimits,
  EvaluationRunModel: modelProgress,
  EvaluationRunScore: scoreFigures,
  EvaluationRunTrial: trialEvent,
  EvaluationSettings: evaluationSettings,
  EventSubscription: eventSubscription,
  FeedbackDraft: feedbackCreate,
  FeedbackResult: feedbackCreateResult,
  Interval: interval,
  Issue: issue,
  IterationEvaluation: iterationEvaluation,
  Latency: latency,
  Model: modelRecord,
  ModelId: modelById,
  ModelServer: modelServer,
  Monitor: monitor,
  MonitorDraft: monitorDraft,
  MonitorSettings: monitorSettings,
  ObjectTags: objTags,
  ObjectVersion: objectVersion,
  Operand: operand,
  OtelAttribute: keyValue,
  OtelScope: scope,
  OtelValue: anyValue,
  ProjectId: projectId,
  PromptMessage: promptMessage,
  QueryExpression: queryExpression,
  RedactionRule: redactionRule,
  RetentionQuery: retentionRead,
  RowSelection: rowsWhere,
  RunRuleSettings: ruleSettings,
  RunRuleState: runRuleState,
  RunWatch: runWatch,
  RunWatchDetail: runWatchDetail,
  RunWatchSettings: runWatchSettings,
  SamplingParams: samplingParams,
  Scorer: scorer,
  ScorerAnswerPath: answerPath,
  ScoreBucket: scoreBucket,
  ScoredSubject: scoredSubject,
  SortField: sortField,
  SqlLimits: sqlLimits,
  StorageBytes: storage,
  TableQuery: tableQuery,
  TableRow: tableRow,
  TokenCounts: tokens,
  TokenLogprob: tokenLogprob,
  TrainingJob: trainingJobRecord,
  TrainingJobEvent: trainingJobEvent,
  TrainingJobId: jobById,
  TrainingRun: trainingRun,
  TrainingRunDraft: trainingRunSettingsBody,
  TrainingRunId: trainingRunById,
  TrainingRunKey: runId,
  TrainingRunModel: runModel,
  TrainingRunPhase: runPhase,
  TrainingRunSettings: trainingRunSettings,
  TrainingRunsPage: trainingRunsPage,
  TrainingRunsQuery: trainingRunsList,
  TrainingRunTools: runTools,
  TrainingRunVerdict: verdict,
  Trajectory: trajectory,
  TrajectoryGroup: trajectoryGroup,
  Watch: watch,
  WatchChannel: watchChannel,
  WatchDelivery: watchDelivery,
  WatchGroup: watchGroup,
  WatchMeasure: measure,
  WatchNotifications: watchNotifications,
  WatchPoint: measuredPoint,
  WatchSettings: watchSettings,
};
