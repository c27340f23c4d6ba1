import { SOURCES_EXTENSION } from "@/lib/api/contract/calls/call-sources";
import { allOperations } from "@/lib/api/contract/operations";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { takeAuditHandler } from "@/service/http/operations/audit-take";
import { handleGraphql } from "@/service/http/operations/graphql";
import { readHealthHandler } from "@/service/http/operations/health";
import { createKeyHandler } from "@/service/http/operations/keys-create";
import { listKeysHandler } from "@/service/http/operations/keys-list";
import { revokeKeyHandler } from "@/service/http/operations/keys-revoke";
import { readProjectStats } from "@/service/http/operations/project-stats";
import { listProjectsHandler } from "@/service/http/operations/projects-list";
import { listProvidersHandler } from "@/service/completion/operations/providers-list";
import { removeProviderHandler } from "@/service/completion/operations/providers-remove";
import { setProviderHandler } from "@/service/completion/operations/providers-set";
import { testProvider } from "@/service/completion/operations/providers-test";
import { previewRedactionHandler } from "@/service/traces/operations/storage/redaction-preview";
import { readRedactionHandler } from "@/service/traces/operations/storage/redaction-read";
import { setRedactionHandler } from "@/service/traces/operations/storage/redaction-set";
import { recentRequests } from "@/service/http/operations/requests-recent";
import { previewRetentionHandler } from "@/service/traces/operations/storage/retention-preview";
import { readRetentionDaysHandler, readRetentionHandler } from "@/service/traces/operations/storage/retention-read";
import { setRetentionHandler } from "@/service/traces/operations/storage/retention-set";
import { serverInfoHandler } from "@/service/http/operations/server-info";
import { readStorageHandler } from "@/service/traces/operations/storage/storage-read";
import { readStorageSizesHandler } from "@/service/traces/operations/storage/storage-sizes";
import { endCall } from "@/service/traces/operations/calls/call-end";
import { readCall } from "@/service/traces/operations/calls/call-read";
import { startCall } from "@/service/traces/operations/calls/call-start";
import { updateCall } from "@/service/traces/operations/calls/call-update";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { completeCalls } from "@/service/traces/operations/calls/calls-complete";
import { deleteManyCalls } from "@/service/traces/operations/calls/calls-delete";
import { listFacets } from "@/service/traces/operations/calls/calls-facets";
import { listFailures } from "@/service/traces/operations/calls/calls-failures";
import { readHistogram } from "@/service/traces/operations/calls/calls-histogram";
import { readCallMetrics } from "@/service/traces/operations/calls/calls-metrics";
import { previewCalls } from "@/service/traces/operations/calls/calls-preview";
import { queryCallStats } from "@/service/traces/operations/calls/calls-query-stats";
import { streamSkeleton } from "@/service/traces/operations/calls/calls-skeleton";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { readTraceUsage } from "@/service/traces/operations/calls/calls-trace-usage";
import { readCallsUsage } from "@/service/traces/operations/calls/calls-usage";
import { exportLogsHandler, exportMetrics } from "@/service/traces/operations/calls/otel-export-logs";
import { exportTracesHandler } from "@/service/traces/operations/calls/otel-export-traces";
import { queryThreads } from "@/service/traces/operations/calls/threads-stream-query";
import { createCompletion } from "@/service/completion/operations/completions-create";
import { streamCompletion } from "@/service/completion/operations/completions-create-stream";
import { listAvailableModels } from "@/service/completion/operations/completions-models";
import { listProviders } from "@/service/completion/operations/completions-providers";
import { createResponse } from "@/service/completion/operations/completions-responses";
import { auditCosts } from "@/service/traces/operations/costs/cost-audit";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { purgeCosts } from "@/service/traces/operations/costs/cost-purge";
import { queryCosts } from "@/service/traces/operations/costs/cost-query";
import { compareEvaluations } from "@/service/evaluation/operations/evaluations/evaluations-compare";
import { compareEvaluationSlices } from "@/service/evaluation/operations/evaluations/evaluations-compare-slices";
import { readEvaluationFigures } from "@/service/evaluation/operations/evaluations/evaluations-figures";
import { queryEvaluations } from "@/service/evaluation/operations/evaluations/evaluations-query";
import { listEvaluationResults } from "@/service/evaluation/operations/evaluations/evaluations-results";
import { sliceEvaluation } from "@/service/evaluation/operations/evaluations/evaluations-slices";
import { readEvaluationValues } from "@/service/evaluation/operations/evaluations/evaluations-values";
import { createFeedback } from "@/service/traces/operations/feedback/feedback-create";
import { createFeedbackBatch } from "@/service/traces/operations/feedback/feedback-create-batch";
import { purgeFeedback } from "@/service/traces/operations/feedback/feedback-purge";
import { queryFeedback } from "@/service/traces/operations/feedback/feedback-query";
import { replaceFeedback } from "@/service/traces/operations/feedback/feedback-replace";
import { readScoreFigures } from "@/service/traces/operations/feedback/scores-figures";
import { listScores } from "@/service/traces/operations/feedback/scores-list";
import { readScores } from "@/service/traces/operations/feedback/scores-read";
import { readFileContent } from "@/service/objects/operations/files/file-content";
import { createFile } from "@/service/objects/operations/files/file-create";
import { readFilesStats } from "@/service/objects/operations/files/file-stats";
import { listAliases, removeAliases, setAliases } from "@/service/objects/operations/objects/object-aliases";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { deleteObject } from "@/service/objects/operations/objects/object-delete";
import { readObject } from "@/service/objects/operations/objects/object-read";
import { addTags, listTags, removeTags } from "@/service/objects/operations/objects/object-tags";
import { findUses } from "@/service/objects/operations/objects/object-used-by";
import { queryObjects } from "@/service/objects/operations/objects/objects-query";
import { createTable } from "@/service/objects/operations/tables/table-create";
import { createTableFromDigests } from "@/service/objects/operations/tables/table-create-from-digests";
import { queryTable } from "@/service/objects/operations/tables/table-query";
import { queryTableStats } from "@/service/objects/operations/tables/table-query-stats";
import { queryTablesStats } from "@/service/objects/operations/tables/table-query-stats-batch";
import { streamTable } from "@/service/objects/operations/tables/table-query-stream";
import { updateTable } from "@/service/objects/operations/tables/table-update";
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
import { readRefBatch } from "@/service/traces/operations/values/refs-read-batch";
import { readContent } from "@/service/traces/operations/values/value-content";
import { findInValue } from "@/service/traces/operations/values/value-find";
import { readPart } from "@/service/traces/operations/values/value-read";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import type { ProviderSettings } from "./completion/provider-settings";
import { type EvaluationParts, evaluationHandlers } from "./evaluation/operations/evaluation-handlers";
import type { SpanMessages } from "./traces/otel/messages/span-messages";
import type { SpanTurns } from "./traces/otel/turns/span-turns";
import type { Redaction } from "./traces/redaction/redaction";
import type { Retention } from "./traces/retention/retention";
import type { ServiceState } from "./kernel/state/open-state";
import type { Training } from "./training/open-training";
import { trainingRunHandlers } from "./training/operations/training-run-handlers";
import type { TrainingRuns } from "./training/training-runs/runner/training-runs";
import { type WatchParts, watchHandlers } from "./watches/operations/watch-handlers";

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
  const { state, settings, training, redaction, retention, evaluations, trainingRuns, watches } = parts;
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
