import { providerOperations } from "./admin/model-provider-operations";
import { redactionOperations } from "./admin/redaction-operations";
import { retentionOperations } from "./admin/retention-operations";
import { keyOperations } from "./admin/service-key-operations";
import { serviceOperations } from "./admin/service-operations";
import { waitingAuditOperations } from "./admin/waiting-audit-operations";
import { callIngestOperations } from "./calls/call-ingest-operations";
import { callMetricsOperations } from "./calls/call-metrics-operations";
import { callOperations } from "./calls/call-operations";
import { callStatsOperations } from "./calls/call-stats-operations";
import { otelOperations } from "./calls/otel-operations";
import { scoreFigureOperations } from "./calls/score-figures-operations";
import { threadOperations } from "./calls/thread-operations";
import { completionOperations } from "./completions/completion-operations";
import { openAiOperations } from "./completions/openai-operations";
import { budgetOperations } from "./costs/budget-operations";
import { costOperations } from "./costs/cost-operations";
import { deploymentOperations } from "./deployments/deployment-operations";
import { checkpointEvaluationOperations } from "./evaluation-runs/checkpoint-evaluation-operations";
import { evaluationRunOperations } from "./evaluation-runs/evaluation-run-operations";
import { evaluationOperations } from "./evaluations/evaluation-operations";
import { annotationQueueOperations } from "./feedback/annotation-queue-operations";
import { feedbackOperations } from "./feedback/feedback-operations";
import { scoreOperations } from "./feedback/score-operations";
import { fileOperations } from "./files/file-operations";
import { issueOperations } from "./issues/issue-operations";
import { measureOperations } from "./measures/measure-operations";
import { monitorOperations } from "./monitors/monitor-operations";
import { objectMarkOperations } from "./objects/object-mark-operations";
import { objectOperations } from "./objects/object-operations";
import type { Operation } from "./operation/operation";
import { sqlOperations } from "./sql/sql-operations";
import { tableOperations } from "./tables/table-operations";
import { modelOperations } from "./training/model-operations";
import { modelServerOperations } from "./training/model-server-operations";
import { trainingOperations } from "./training/training-job-operations";
import { trajectoryOperations } from "./training/trajectory-operations";
import { trainingRunOperations } from "./training-runs/training-run-operations";
import { valueOperations } from "./values/value-operations";
import { eventSubscriptionOperations } from "./watches/event-subscription-operations";
import { runWatchOperations } from "./watches/run-watch-operations";
import { watchChannelOperations } from "./watches/watch-channel-operations";
import { watchOperations } from "./watches/watch-operations";

/** Operations about one subject: a tag of OpenAPI, and a module of a generated client. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly rows: readonly Readonly<Record<string, Operation>>[];
}

/** Every operation of the table in exactly one group. */
export const operationGroups: readonly OperationGroup[] = [
  {
    name: "Calls",
    description: "Stores and reads traced calls, their statistics and their values.",
    rows: [
      callIngestOperations,
      callOperations,
      callStatsOperations,
      callMetricsOperations,
      measureOperations,
      valueOperations,
    ],
  },
  { name: "OpenTelemetry", description: "Takes spans, log events and metrics as OTLP.", rows: [otelOperations] },
  { name: "Threads", description: "Reads conversations with statistics of their turns.", rows: [threadOperations] },
  {
    name: "Objects",
    description: "Stores and reads object versions, their tags and aliases.",
    rows: [objectOperations, objectMarkOperations],
  },
  { name: "Tables", description: "Stores and reads the rows of tables.", rows: [tableOperations] },
  { name: "Files", description: "Stores and reads files.", rows: [fileOperations] },
  {
    name: "Costs",
    description: "Reads and sets prices of models and budgets, and recomputes costs.",
    rows: [costOperations, budgetOperations],
  },
  {
    name: "Completions",
    description: "Sends requests to models of providers, and to trained models.",
    rows: [completionOperations, openAiOperations],
  },
  {
    name: "Evaluations",
    description: "Runs evaluations, and reads their figures, results and differences.",
    rows: [evaluationOperations, evaluationRunOperations, checkpointEvaluationOperations],
  },
  { name: "Monitors", description: "Scores a sample of live calls.", rows: [monitorOperations] },
  { name: "SQL", description: "Queries over the views of a project.", rows: [sqlOperations] },
  { name: "Issues", description: "Groups failing calls, and keeps the state of each group.", rows: [issueOperations] },
  { name: "Deployments", description: "Marks changes of what runs.", rows: [deploymentOperations] },
  {
    name: "Watches",
    description: "Watches figures of calls and training runs, and tells channels when they leave their limits.",
    rows: [watchOperations, watchChannelOperations, eventSubscriptionOperations, runWatchOperations],
  },
  {
    name: "Feedback",
    description: "Stores and reads feedback, scores and review queues.",
    rows: [feedbackOperations, scoreOperations, scoreFigureOperations, annotationQueueOperations],
  },
  {
    name: "Training",
    description: "Trains models: jobs, trajectories, checkpoints, and the servers of checkpoints.",
    rows: [trainingOperations, modelOperations, modelServerOperations, trajectoryOperations],
  },
  {
    name: "Training runs",
    description: "Runs or logs loops of sampling, scoring and training.",
    rows: [trainingRunOperations],
  },
  {
    name: "Service",
    description: "Health, projects, keys, providers, and what is kept or removed.",
    rows: [
      serviceOperations,
      retentionOperations,
      redactionOperations,
      keyOperations,
      waitingAuditOperations,
      providerOperations,
    ],
  },
];
