import type { Deployments } from "@/service/traces/deployments/deployments";
import type { Handlers } from "@/service/traces/handlers/handlers";
import type { Issues } from "@/service/traces/issues/issues";
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
import { readMeasures } from "@/service/traces/operations/calls/measures-read";
import { exportLogsHandler, exportMetrics } from "@/service/traces/operations/calls/otel-export-logs";
import { exportTracesHandler } from "@/service/traces/operations/calls/otel-export-traces";
import { queryThreads } from "@/service/traces/operations/calls/threads-stream-query";
import { auditCosts } from "@/service/traces/operations/costs/cost-audit";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { purgeCosts } from "@/service/traces/operations/costs/cost-purge";
import { queryCosts } from "@/service/traces/operations/costs/cost-query";
import { deleteDeploymentHandler } from "@/service/traces/operations/deployments/deployments-delete";
import { listDeploymentsHandler } from "@/service/traces/operations/deployments/deployments-list";
import { markDeploymentHandler } from "@/service/traces/operations/deployments/deployments-mark";
import { createFeedback } from "@/service/traces/operations/feedback/feedback-create";
import { createFeedbackBatch } from "@/service/traces/operations/feedback/feedback-create-batch";
import { purgeFeedback } from "@/service/traces/operations/feedback/feedback-purge";
import { queryFeedback } from "@/service/traces/operations/feedback/feedback-query";
import { replaceFeedback } from "@/service/traces/operations/feedback/feedback-replace";
import { readScoreFigures } from "@/service/traces/operations/feedback/scores-figures";
import { listScores } from "@/service/traces/operations/feedback/scores-list";
import { readScores } from "@/service/traces/operations/feedback/scores-read";
import { changeIssueHandler } from "@/service/traces/operations/issues/issues-change";
import { deleteIssuesHandler } from "@/service/traces/operations/issues/issues-delete";
import { listIssuesHandler } from "@/service/traces/operations/issues/issues-list";
import { readIssueHandler } from "@/service/traces/operations/issues/issues-read";
import { querySqlHandler } from "@/service/traces/operations/sql/sql-query";
import { previewRedactionHandler } from "@/service/traces/operations/storage/redaction-preview";
import { readRedactionHandler } from "@/service/traces/operations/storage/redaction-read";
import { setRedactionHandler } from "@/service/traces/operations/storage/redaction-set";
import { previewRetentionHandler } from "@/service/traces/operations/storage/retention-preview";
import { readRetentionDaysHandler, readRetentionHandler } from "@/service/traces/operations/storage/retention-read";
import { setRetentionHandler } from "@/service/traces/operations/storage/retention-set";
import { readStorageHandler } from "@/service/traces/operations/storage/storage-read";
import { readStorageSizesHandler } from "@/service/traces/operations/storage/storage-sizes";
import { readRefBatch } from "@/service/traces/operations/values/refs-read-batch";
import { readContent } from "@/service/traces/operations/values/value-content";
import { findInValue } from "@/service/traces/operations/values/value-find";
import { readPart } from "@/service/traces/operations/values/value-read";
import type { SpanMessages } from "@/service/traces/otel/messages/span-messages";
import type { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import type { Redaction } from "@/service/traces/redaction/redaction";
import type { Retention } from "@/service/traces/retention/retention";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";

/** What the handlers of calls need beside the services of each request. */
export interface TraceParts {
  readonly damage: DamageRecords;
  /** Null where the data is on a server. */
  readonly reserve: DiskReserve | null;
  readonly redaction: Redaction;
  readonly retention: Retention;
  readonly issues: Issues;
  readonly deployments: Deployments;
  readonly spanMessages: SpanMessages;
  readonly spanTurns: SpanTurns;
  /** The entity of projects that are named by `service.name`. */
  readonly serviceEntity: string | undefined;
}

/** The handlers of calls, spans, issues, feedback, prices and values, and of what is stored of them. */
export function traceHandlers(parts: TraceParts) {
  const { damage, reserve, redaction, retention, issues, deployments, spanMessages, spanTurns, serviceEntity } = parts;
  return {
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
    "measures.read": readMeasures,
    "calls.metrics": readCallMetrics,
    "calls.usage": readCallsUsage,
    "calls.traceUsage": readTraceUsage,
    "calls.histogram": readHistogram,
    "calls.facets": listFacets,
    "calls.failures": listFailures,
    "calls.preview": previewCalls,
    "calls.delete": deleteManyCalls,
    "deployments.list": listDeploymentsHandler(deployments),
    "deployments.mark": markDeploymentHandler(deployments),
    "deployments.delete": deleteDeploymentHandler(deployments),
    "issues.list": listIssuesHandler(issues),
    "issues.read": readIssueHandler(issues),
    "issues.change": changeIssueHandler(issues),
    "issues.delete": deleteIssuesHandler(issues),
    "value.read": readPart,
    "value.find": findInValue,
    "value.content": readContent,
    "threads.streamQuery": queryThreads,
    "otel.exportMetrics": exportMetrics,
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
    "refs.readBatch": readRefBatch,
    "otel.exportTraces": exportTracesHandler(spanMessages, spanTurns, serviceEntity),
    "otel.exportLogs": exportLogsHandler(spanMessages, serviceEntity),
    "redaction.read": readRedactionHandler(redaction),
    "redaction.preview": previewRedactionHandler(redaction),
    "redaction.set": setRedactionHandler(redaction),
    "retention.read": readRetentionHandler(retention),
    "retention.readDays": readRetentionDaysHandler(retention),
    "retention.preview": previewRetentionHandler(retention),
    "retention.set": setRetentionHandler(retention),
    "sql.query": querySqlHandler(),
    "storage.read": readStorageHandler(damage),
    "storage.sizes": readStorageSizesHandler(retention, reserve),
  } satisfies Partial<Handlers>;
}
