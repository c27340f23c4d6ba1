import { SOURCES_EXTENSION } from "@/lib/api/contract/calls/call-sources";
import { allOperations } from "@/lib/api/contract/operations";
import type { Handlers } from "@/service/handlers/handlers";
import { takeAuditHandler } from "@/service/operations/admin/audit-take";
import { handleGraphql } from "@/service/operations/admin/graphql";
import { readHealthHandler } from "@/service/operations/admin/health";
import { createKeyHandler } from "@/service/operations/admin/keys-create";
import { listKeysHandler } from "@/service/operations/admin/keys-list";
import { revokeKeyHandler } from "@/service/operations/admin/keys-revoke";
import { readProjectStats } from "@/service/operations/admin/project-stats";
import { listProjectsHandler } from "@/service/operations/admin/projects-list";
import { listProvidersHandler } from "@/service/operations/admin/providers-list";
import { removeProviderHandler } from "@/service/operations/admin/providers-remove";
import { setProviderHandler } from "@/service/operations/admin/providers-set";
import { testProvider } from "@/service/operations/admin/providers-test";
import { previewRedactionHandler } from "@/service/operations/admin/redaction-preview";
import { readRedactionHandler } from "@/service/operations/admin/redaction-read";
import { setRedactionHandler } from "@/service/operations/admin/redaction-set";
import { recentRequests } from "@/service/operations/admin/requests-recent";
import { previewRetentionHandler } from "@/service/operations/admin/retention-preview";
import { readRetentionDaysHandler, readRetentionHandler } from "@/service/operations/admin/retention-read";
import { setRetentionHandler } from "@/service/operations/admin/retention-set";
import { serverInfoHandler } from "@/service/operations/admin/server-info";
import { readStorageHandler } from "@/service/operations/admin/storage-read";
import { readStorageSizesHandler } from "@/service/operations/admin/storage-sizes";
import { endCall } from "@/service/operations/calls/call-end";
import { readCall } from "@/service/operations/calls/call-read";
import { startCall } from "@/service/operations/calls/call-start";
import { updateCall } from "@/service/operations/calls/call-update";
import { upsertBatch } from "@/service/operations/calls/call-upsert-batch";
import { completeCalls } from "@/service/operations/calls/calls-complete";
import { deleteManyCalls } from "@/service/operations/calls/calls-delete";
import { listFacets } from "@/service/operations/calls/calls-facets";
import { listFailures } from "@/service/operations/calls/calls-failures";
import { readHistogram } from "@/service/operations/calls/calls-histogram";
import { readCallMetrics } from "@/service/operations/calls/calls-metrics";
import { previewCalls } from "@/service/operations/calls/calls-preview";
import { queryCallStats } from "@/service/operations/calls/calls-query-stats";
import { streamSkeleton } from "@/service/operations/calls/calls-skeleton";
import { readCallStats } from "@/service/operations/calls/calls-stats";
import { streamCalls } from "@/service/operations/calls/calls-stream-query";
import { readTraceUsage } from "@/service/operations/calls/calls-trace-usage";
import { readCallsUsage } from "@/service/operations/calls/calls-usage";
import { exportLogsHandler, exportMetrics } from "@/service/operations/calls/otel-export-logs";
import { exportTracesHandler } from "@/service/operations/calls/otel-export-traces";
import { queryThreads } from "@/service/operations/calls/threads-stream-query";
import { createCompletion } from "@/service/operations/completions/completions-create";
import { streamCompletion } from "@/service/operations/completions/completions-create-stream";
import { listAvailableModels } from "@/service/operations/completions/completions-models";
import { listProviders } from "@/service/operations/completions/completions-providers";
import { createResponse } from "@/service/operations/completions/completions-responses";
import { auditCosts } from "@/service/operations/costs/cost-audit";
import { createCosts } from "@/service/operations/costs/cost-create";
import { purgeCosts } from "@/service/operations/costs/cost-purge";
import { queryCosts } from "@/service/operations/costs/cost-query";
import { compareEvaluations } from "@/service/operations/evaluations/evaluations-compare";
import { compareEvaluationSlices } from "@/service/operations/evaluations/evaluations-compare-slices";
import { readEvaluationFigures } from "@/service/operations/evaluations/evaluations-figures";
import { queryEvaluations } from "@/service/operations/evaluations/evaluations-query";
import { listEvaluationResults } from "@/service/operations/evaluations/evaluations-results";
import { sliceEvaluation } from "@/service/operations/evaluations/evaluations-slices";
import { readEvaluationValues } from "@/service/operations/evaluations/evaluations-values";
import { createFeedback } from "@/service/operations/feedback/feedback-create";
import { createFeedbackBatch } from "@/service/operations/feedback/feedback-create-batch";
import { purgeFeedback } from "@/service/operations/feedback/feedback-purge";
import { queryFeedback } from "@/service/operations/feedback/feedback-query";
import { replaceFeedback } from "@/service/operations/feedback/feedback-replace";
import { readScoreFigures } from "@/service/operations/feedback/scores-figures";
import { listScores } from "@/service/operations/feedback/scores-list";
import { readScores } from "@/service/operations/feedback/scores-read";
import { readFileContent } from "@/service/operations/files/file-content";
import { createFile } from "@/service/operations/files/file-create";
import { readFilesStats } from "@/service/operations/files/file-stats";
import { listAliases, removeAliases, setAliases } from "@/service/operations/objects/object-aliases";
import { createObject } from "@/service/operations/objects/object-create";
import { deleteObject } from "@/service/operations/objects/object-delete";
import { readObject } from "@/service/operations/objects/object-read";
import { addTags, listTags, removeTags } from "@/service/operations/objects/object-tags";
import { findUses } from "@/service/operations/objects/object-used-by";
import { queryObjects } from "@/service/operations/objects/objects-query";
import { createTable } from "@/service/operations/tables/table-create";
import { createTableFromDigests } from "@/service/operations/tables/table-create-from-digests";
import { queryTable } from "@/service/operations/tables/table-query";
import { queryTableStats } from "@/service/operations/tables/table-query-stats";
import { queryTablesStats } from "@/service/operations/tables/table-query-stats-batch";
import { streamTable } from "@/service/operations/tables/table-query-stream";
import { updateTable } from "@/service/operations/tables/table-update";
import { completeChatHandler } from "@/service/operations/training/chat-complete";
import { readModelServerHandler } from "@/service/operations/training/model-server-read";
import { startModelServerHandler } from "@/service/operations/training/model-server-start";
import { stopModelServerHandler } from "@/service/operations/training/model-server-stop";
import { listBaseModelsHandler } from "@/service/operations/training/models-base";
import { listCheckpointsHandler } from "@/service/operations/training/models-checkpoints";
import { createModelHandler } from "@/service/operations/training/models-create";
import { deleteModelHandler } from "@/service/operations/training/models-delete";
import { deleteCheckpointsHandler } from "@/service/operations/training/models-delete-checkpoints";
import { listModelsHandler } from "@/service/operations/training/models-list";
import { logTrajectoriesHandler } from "@/service/operations/training/models-log";
import { readModelHandler } from "@/service/operations/training/models-read";
import { cancelTrainingJobHandler } from "@/service/operations/training/training-jobs-cancel";
import { createTrainingJobHandler } from "@/service/operations/training/training-jobs-create";
import { listTrainingEventsHandler } from "@/service/operations/training/training-jobs-events";
import { listTrainingJobsHandler } from "@/service/operations/training/training-jobs-list";
import { readTrainingLogHandler } from "@/service/operations/training/training-jobs-log";
import { readTrainingLogLinesHandler } from "@/service/operations/training/training-jobs-log-lines";
import { readTrainingPayloadHandler } from "@/service/operations/training/training-jobs-payload";
import { prioritizeTrainingJobHandler } from "@/service/operations/training/training-jobs-prioritize";
import { readTrainingJobHandler } from "@/service/operations/training/training-jobs-read";
import { streamTrainingEventsHandler } from "@/service/operations/training/training-jobs-stream-events";
import { listBatchesHandler } from "@/service/operations/training/trajectories-batches";
import { readGroupHandler } from "@/service/operations/training/trajectories-group";
import { listGroupsHandler } from "@/service/operations/training/trajectories-groups";
import { readTrajectoryHandler } from "@/service/operations/training/trajectories-read";
import { streamTrajectoriesHandler } from "@/service/operations/training/trajectories-stream";
import { readRefBatch } from "@/service/operations/values/refs-read-batch";
import { readContent } from "@/service/operations/values/value-content";
import { findInValue } from "@/service/operations/values/value-find";
import { readPart } from "@/service/operations/values/value-read";
import type { DamageRecords } from "@/service/store/engine/damage-records";
import type { DiskReserve } from "@/service/store/engine/disk-reserve";
import type { ProviderSettings } from "./completions/provider-settings";
import { type EvaluationParts, evaluationHandlers } from "./evaluation-handlers";
import { issueHandlers } from "./issue-handlers";
import type { Issues } from "./issues/issues";
import type { SpanMessages } from "./otel/messages/span-messages";
import type { SpanTurns } from "./otel/turns/span-turns";
import type { Redaction } from "./redaction/redaction";
import type { Retention } from "./retention/retention";
import type { ServiceState } from "./state/open-state";
import type { Training } from "./training/open-training";
import { trainingRunHandlers } from "./training-run-handlers";
import type { TrainingRuns } from "./training-runs/runner/training-runs";
import { type WatchParts, watchHandlers } from "./watch-handlers";

const answering = {
  "call.upsertBatch": upsertBatch,
  "call.start": startCall,
  "call.end": endCall,
  "calls.complete": completeCalls,
  "call.update": updateCall,
  "call.read": readCall,
  "calls.streamQuery": streamCalls,
  "calls.skeleton": streamSkeleton,
  "calls.queryStats": queryCallStats,
  "calls.stats": readCallStats,
  "calls.metrics": readCallMetrics,
  "calls.usage": readCallsUsage,
  "calls.traceUsage": readTraceUsage,
  "calls.histogram": readHistogram,
  "calls.facets": listFacets,
  "calls.failures": listFailures,
  "calls.preview": previewCalls,
  "calls.delete": deleteManyCalls,
  "evaluations.query": queryEvaluations,
  "evaluations.figures": readEvaluationFigures,
  "evaluations.results": listEvaluationResults,
  "evaluations.compare": compareEvaluations,
  "evaluations.slices": sliceEvaluation,
  "evaluations.compareSlices": compareEvaluationSlices,
  "evaluations.values": readEvaluationValues,
  "value.read": readPart,
  "value.find": findInValue,
  "value.content": readContent,
  "threads.streamQuery": queryThreads,
  "objs.query": queryObjects,
  "obj.read": readObject,
  "obj.create": createObject,
  "obj.delete": deleteObject,
  "obj.addTags": addTags,
  "obj.removeTags": removeTags,
  "obj.setAliases": setAliases,
  "obj.removeAliases": removeAliases,
  "tags.list": listTags,
  "aliases.list": listAliases,
  "obj.usedBy": findUses,
  "otel.exportMetrics": exportMetrics,
  "completions.create": createCompletion,
  "completions.createStream": streamCompletion,
  "completions.providers": listProviders,
  "completions.models": listAvailableModels,
  "completions.responses": createResponse,
  "cost.query": queryCosts,
  "cost.audit": auditCosts,
  "cost.create": createCosts,
  "cost.purge": purgeCosts,
  "feedback.create": createFeedback,
  "feedback.createBatch": createFeedbackBatch,
  "feedback.query": queryFeedback,
  "feedback.purge": purgeFeedback,
  "scores.figures": readScoreFigures,
  "feedback.replace": replaceFeedback,
  "scores.list": listScores,
  "scores.read": readScores,
  "project.stats": readProjectStats,
  "requests.recent": recentRequests,
  "refs.readBatch": readRefBatch,
  "table.query": queryTable,
  "table.queryStream": streamTable,
  "table.create": createTable,
  "table.update": updateTable,
  "table.createFromDigests": createTableFromDigests,
  "table.queryStats": queryTableStats,
  "table.queryStatsBatch": queryTablesStats,
  "file.create": createFile,
  "file.content": readFileContent,
  "file.stats": readFilesStats,
  graphql: handleGraphql,
} satisfies Partial<Handlers>;

/** The handlers of models, jobs and trajectories. */
export function trainingHandlers(training: Training) {
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

/** The parts of the service that only some handlers use. */
interface HandledParts {
  readonly dataFolder: string;
  /** Null where the data is on a server. */
  readonly reserve: DiskReserve | null;
  readonly damage: DamageRecords;
  /** Stores the keys. */
  readonly state: ServiceState;
  readonly settings: ProviderSettings;
  readonly training: Training;
  readonly redaction: Redaction;
  readonly retention: Retention;
  readonly spanMessages: SpanMessages;
  readonly spanTurns: SpanTurns;
  /** The entity of projects that are named by `service.name`. */
  readonly serviceEntity: string | undefined;
  readonly evaluations: EvaluationParts;
  readonly trainingRuns: TrainingRuns;
  readonly issues: Issues;
  readonly watches: WatchParts;
}

/** The handlers of limits on stored calls. */
function retentionHandlers(retention: Retention) {
  return {
    "retention.read": readRetentionHandler(retention),
    "retention.readDays": readRetentionDaysHandler(retention),
    "retention.preview": previewRetentionHandler(retention),
    "retention.set": setRetentionHandler(retention),
  } satisfies Partial<Handlers>;
}

/** The handlers of rules that act before calls are stored. */
function redactionHandlers(redaction: Redaction) {
  return {
    "redaction.read": readRedactionHandler(redaction),
    "redaction.preview": previewRedactionHandler(redaction),
    "redaction.set": setRedactionHandler(redaction),
  } satisfies Partial<Handlers>;
}

/** The handlers of spans and their messages. */
function spanHandlers({
  spanMessages,
  spanTurns,
  serviceEntity,
}: Pick<HandledParts, "spanMessages" | "spanTurns" | "serviceEntity">) {
  return {
    "otel.exportTraces": exportTracesHandler(spanMessages, spanTurns, serviceEntity),
    "otel.exportLogs": exportLogsHandler(spanMessages, serviceEntity),
  } satisfies Partial<Handlers>;
}

/** All handlers of the embedded service. `version` is Heddle's version. */
export function serviceHandlers(version: string, parts: HandledParts): Handlers {
  const { state, settings, training, redaction, retention, evaluations, trainingRuns, issues, watches } = parts;
  const offered = {
    ...answering,
    "projects.list": listProjectsHandler(state),
    ...trainingHandlers(training),
    ...redactionHandlers(redaction),
    ...retentionHandlers(retention),
    "storage.read": readStorageHandler(parts.damage),
    health: readHealthHandler(parts.reserve, parts.damage),
    "storage.sizes": readStorageSizesHandler(retention, parts.reserve),
    ...spanHandlers(parts),
    ...evaluationHandlers(evaluations),
    ...trainingRunHandlers(trainingRuns, redaction),
    ...issueHandlers(issues),
    ...watchHandlers(watches),
  };
  const extensions = allOperations.filter(({ standing, id }) => standing === "extension" && Object.hasOwn(offered, id));
  return {
    ...offered,
    "audit.take": takeAuditHandler(state),
    "keys.list": listKeysHandler(state),
    "keys.create": createKeyHandler(state),
    "keys.revoke": revokeKeyHandler(state),
    "providers.list": listProvidersHandler(settings),
    "providers.set": setProviderHandler(settings),
    "providers.remove": removeProviderHandler(settings),
    "providers.test": testProvider,
    serverInfo: serverInfoHandler([...extensions.map(({ id }) => id), "serverInfo", SOURCES_EXTENSION], version),
  };
}
