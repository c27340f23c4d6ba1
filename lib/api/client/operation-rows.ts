import type { Operation } from "@/lib/api/contract/operation/operation";
import type { OperationId } from "@/lib/api/contract/operations";
import { loadRow, type RowLoaders } from "./rows-by-subject";

const objects = () =>
  Promise.all([
    import("@/lib/api/contract/objects/object-operations").then((module) => module.objectOperations),
    import("@/lib/api/contract/objects/object-mark-operations").then((module) => module.objectMarkOperations),
  ]);
const calls = () =>
  Promise.all([
    import("@/lib/api/contract/calls/call-operations").then((module) => module.callOperations),
    import("@/lib/api/contract/calls/call-stats-operations").then((module) => module.callStatsOperations),
    import("@/lib/api/contract/calls/call-metrics-operations").then((module) => module.callMetricsOperations),
    import("@/lib/api/contract/calls/call-ingest-operations").then((module) => module.callIngestOperations),
  ]);
const scores = () =>
  Promise.all([
    import("@/lib/api/contract/feedback/score-operations").then((module) => module.scoreOperations),
    import("@/lib/api/contract/calls/score-figures-operations").then((module) => module.scoreFigureOperations),
  ]);
const service = async () => [(await import("@/lib/api/contract/admin/service-operations")).serviceOperations];
const models = async () => [(await import("@/lib/api/contract/training/model-operations")).modelOperations];

const SERVICE_ROWS: RowLoaders<OperationId, Operation> = {
  aliases: objects,
  annotationQueues: async () => [
    (await import("@/lib/api/contract/feedback/annotation-queue-operations")).annotationQueueOperations,
  ],
  call: calls,
  calls,
  chat: models,
  checkpointEvaluations: async () => [
    (await import("@/lib/api/contract/evaluation-runs/checkpoint-evaluation-operations"))
      .checkpointEvaluationOperations,
  ],
  completions: () =>
    Promise.all([
      import("@/lib/api/contract/completions/completion-operations").then((module) => module.completionOperations),
      import("@/lib/api/contract/completions/openai-operations").then((module) => module.openAiOperations),
    ]),
  budgets: async () => [(await import("@/lib/api/contract/costs/budget-operations")).budgetOperations],
  deployments: async () => [
    (await import("@/lib/api/contract/deployments/deployment-operations")).deploymentOperations,
  ],
  cost: async () => [(await import("@/lib/api/contract/costs/cost-operations")).costOperations],
  evaluations: async () => [
    (await import("@/lib/api/contract/evaluations/evaluation-operations")).evaluationOperations,
  ],
  evaluationRuns: async () => [
    (await import("@/lib/api/contract/evaluation-runs/evaluation-run-operations")).evaluationRunOperations,
  ],
  eventSubscriptions: async () => [
    (await import("@/lib/api/contract/watches/event-subscription-operations")).eventSubscriptionOperations,
  ],
  feedback: async () => [(await import("@/lib/api/contract/feedback/feedback-operations")).feedbackOperations],
  file: async () => [(await import("@/lib/api/contract/files/file-operations")).fileOperations],
  graphql: service,
  health: service,
  audit: async () => [(await import("@/lib/api/contract/admin/waiting-audit-operations")).waitingAuditOperations],
  keys: async () => [(await import("@/lib/api/contract/admin/service-key-operations")).keyOperations],
  issues: async () => [(await import("@/lib/api/contract/issues/issue-operations")).issueOperations],
  measures: async () => [(await import("@/lib/api/contract/measures/measure-operations")).measureOperations],
  models,
  modelServer: async () => [
    (await import("@/lib/api/contract/training/model-server-operations")).modelServerOperations,
  ],
  monitors: async () => [(await import("@/lib/api/contract/monitors/monitor-operations")).monitorOperations],
  obj: objects,
  objs: objects,
  otel: async () => [(await import("@/lib/api/contract/calls/otel-operations")).otelOperations],
  project: service,
  projects: service,
  providers: async () => [(await import("@/lib/api/contract/admin/model-provider-operations")).providerOperations],
  refs: objects,
  requests: service,
  redaction: async () => [(await import("@/lib/api/contract/admin/redaction-operations")).redactionOperations],
  retention: async () => [(await import("@/lib/api/contract/admin/retention-operations")).retentionOperations],
  runWatches: async () => [(await import("@/lib/api/contract/watches/run-watch-operations")).runWatchOperations],
  scores,
  serverInfo: service,
  storage: service,
  sql: async () => [(await import("@/lib/api/contract/sql/sql-operations")).sqlOperations],
  table: async () => [(await import("@/lib/api/contract/tables/table-operations")).tableOperations],
  tags: objects,
  threads: async () => [(await import("@/lib/api/contract/calls/thread-operations")).threadOperations],
  trainingJobs: async () => [(await import("@/lib/api/contract/training/training-job-operations")).trainingOperations],
  trainingRuns: async () => [
    (await import("@/lib/api/contract/training-runs/training-run-operations")).trainingRunOperations,
  ],
  trajectories: async () => [(await import("@/lib/api/contract/training/trajectory-operations")).trajectoryOperations],
  value: async () => [(await import("@/lib/api/contract/values/value-operations")).valueOperations],
  watchChannels: async () => [
    (await import("@/lib/api/contract/watches/watch-channel-operations")).watchChannelOperations,
  ],
  watches: async () => [(await import("@/lib/api/contract/watches/watch-operations")).watchOperations],
};

/**
 * Loads the row of an operation of a service.
 *
 * @throws RequestFailure when the dashboard does not deliver it
 */
export function operationRow(id: OperationId): Promise<Operation> {
  return loadRow(SERVICE_ROWS, id);
}
