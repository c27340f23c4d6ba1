import { allOperations } from "@/lib/api/contract/operations";
import type { ProviderSettings } from "./completions/provider-settings";
import type { Handlers } from "./http/handlers";
import { listBaseModelsHandler } from "./operations/base-models-list";
import { endCall } from "./operations/call-end";
import { readCall } from "./operations/call-read";
import { startCall } from "./operations/call-start";
import { updateCall } from "./operations/call-update";
import { upsertBatch } from "./operations/call-upsert-batch";
import { completeCalls } from "./operations/calls-complete";
import { deleteManyCalls } from "./operations/calls-delete";
import { listFacets } from "./operations/calls-facets";
import { readHistogram } from "./operations/calls-histogram";
import { previewCalls } from "./operations/calls-preview";
import { queryCallStats } from "./operations/calls-query-stats";
import { streamSkeleton } from "./operations/calls-skeleton";
import { readCallStats } from "./operations/calls-stats";
import { streamCalls } from "./operations/calls-stream-query";
import { completeChatHandler } from "./operations/chat-complete";
import { deleteCheckpointsHandler } from "./operations/checkpoints-delete";
import { listCheckpointsHandler } from "./operations/checkpoints-list";
import { createCompletion } from "./operations/completions-create";
import { streamCompletion } from "./operations/completions-create-stream";
import { listProviders } from "./operations/completions-providers";
import { createCosts } from "./operations/cost-create";
import { purgeCosts } from "./operations/cost-purge";
import { queryCosts } from "./operations/cost-query";
import { createFeedback } from "./operations/feedback-create";
import { createFeedbackBatch } from "./operations/feedback-create-batch";
import { purgeFeedback } from "./operations/feedback-purge";
import { queryFeedback } from "./operations/feedback-query";
import { readFileContent } from "./operations/file-content";
import { createFile } from "./operations/file-create";
import { answerGraphql } from "./operations/graphql-answer";
import { readHealth } from "./operations/health-read";
import { createKeyHandler } from "./operations/key-create";
import { revokeKeyHandler } from "./operations/key-revoke";
import { listKeysHandler } from "./operations/keys-list";
import { createModelHandler } from "./operations/model-create";
import { deleteModelHandler } from "./operations/model-delete";
import { logTrajectoriesHandler } from "./operations/model-log";
import { readModelHandler } from "./operations/model-read";
import { listModelsHandler } from "./operations/models-list";
import { listAliases, removeAliases, setAliases } from "./operations/obj-aliases";
import { createObject } from "./operations/obj-create";
import { deleteObject } from "./operations/obj-delete";
import { readObject } from "./operations/obj-read";
import { addTags, listTags, removeTags } from "./operations/obj-tags";
import { findUses } from "./operations/obj-used-by";
import { queryObjects } from "./operations/objs-query";
import { exportTraces } from "./operations/otel-export-traces";
import { readProjectStats } from "./operations/project-stats";
import { listProjects } from "./operations/projects-list";
import { removeProviderHandler } from "./operations/provider-remove";
import { setProviderHandler } from "./operations/provider-set";
import { testProvider } from "./operations/provider-test";
import { listProvidersHandler } from "./operations/providers-list";
import { readRefBatch } from "./operations/refs-read-batch";
import { recentRequests } from "./operations/requests-recent";
import { serverInfoHandler } from "./operations/server-info-read";
import { createTable } from "./operations/table-create";
import { createTableFromDigests } from "./operations/table-create-from-digests";
import { queryTable } from "./operations/table-query";
import { queryTableStats } from "./operations/table-query-stats";
import { queryTablesStats } from "./operations/table-query-stats-batch";
import { streamTable } from "./operations/table-query-stream";
import { updateTable } from "./operations/table-update";
import { queryThreads } from "./operations/threads-stream-query";
import { cancelTrainingJobHandler } from "./operations/training-job-cancel";
import { createTrainingJobHandler } from "./operations/training-job-create";
import { listTrainingEventsHandler } from "./operations/training-job-events";
import { readTrainingLogHandler } from "./operations/training-job-log";
import { readTrainingPayloadHandler } from "./operations/training-job-payload";
import { readTrainingJobHandler } from "./operations/training-job-read";
import { streamTrainingEventsHandler } from "./operations/training-job-stream-events";
import { listTrainingJobsHandler } from "./operations/training-jobs-list";
import { listBatchesHandler } from "./operations/trajectories-batches";
import { readGroupHandler } from "./operations/trajectories-group";
import { listGroupsHandler } from "./operations/trajectories-groups";
import { streamTrajectoriesHandler } from "./operations/trajectories-stream";
import { readTrajectoryHandler } from "./operations/trajectory-read";
import { readContent } from "./operations/value-content";
import { findInValue } from "./operations/value-find";
import { readPart } from "./operations/value-read";
import type { ServiceState } from "./state/open-state";
import type { Training } from "./training/open-training";

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
  "calls.histogram": readHistogram,
  "calls.facets": listFacets,
  "calls.preview": previewCalls,
  "calls.delete": deleteManyCalls,
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
  "otel.exportTraces": exportTraces,
  "completions.create": createCompletion,
  "completions.createStream": streamCompletion,
  "completions.providers": listProviders,
  "cost.query": queryCosts,
  "cost.create": createCosts,
  "cost.purge": purgeCosts,
  "feedback.create": createFeedback,
  "feedback.createBatch": createFeedbackBatch,
  "feedback.query": queryFeedback,
  "feedback.purge": purgeFeedback,
  "project.stats": readProjectStats,
  "projects.list": listProjects,
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
  health: readHealth,
  graphql: answerGraphql,
} satisfies Partial<Handlers>;

/** What is answered from models, jobs and trajectories. */
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

/** Everything that the embedded service answers. `version` is that of Heddle, `state` holds its keys. */
export function serviceHandlers(
  version: string,
  state: ServiceState,
  settings: ProviderSettings,
  training: Training,
): Handlers {
  const offered = { ...answering, ...trainingHandlers(training) };
  const extensions = allOperations.filter(({ standing, id }) => standing === "extension" && Object.hasOwn(offered, id));
  return {
    ...offered,
    "keys.list": listKeysHandler(state),
    "keys.create": createKeyHandler(state),
    "keys.revoke": revokeKeyHandler(state),
    "providers.list": listProvidersHandler(settings),
    "providers.set": setProviderHandler(settings),
    "providers.remove": removeProviderHandler(settings),
    "providers.test": testProvider,
    serverInfo: serverInfoHandler([...extensions.map(({ id }) => id), "serverInfo"], version),
  };
}
