import type { z } from "zod";
import { providerOperations } from "@/lib/api/contract/admin/model-provider-operations";
import { redactionOperations } from "@/lib/api/contract/admin/redaction-operations";
import { retentionOperations } from "@/lib/api/contract/admin/retention-operations";
import { keyOperations } from "@/lib/api/contract/admin/service-key-operations";
import { serviceOperations } from "@/lib/api/contract/admin/service-operations";
import { waitingAuditOperations } from "@/lib/api/contract/admin/waiting-audit-operations";
import { callIngestOperations } from "@/lib/api/contract/calls/call-ingest-operations";
import { callMetricsOperations } from "@/lib/api/contract/calls/call-metrics-operations";
import { callOperations } from "@/lib/api/contract/calls/call-operations";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import { otelOperations } from "@/lib/api/contract/calls/otel-operations";
import { scoreFigureOperations } from "@/lib/api/contract/calls/score-figures-operations";
import { threadOperations } from "@/lib/api/contract/calls/thread-operations";
import { completionOperations } from "@/lib/api/contract/completions/completion-operations";
import { openAiOperations } from "@/lib/api/contract/completions/openai-operations";
import { budgetOperations } from "@/lib/api/contract/costs/budget-operations";
import { costOperations } from "@/lib/api/contract/costs/cost-operations";
import { deploymentOperations } from "@/lib/api/contract/deployments/deployment-operations";
import { checkpointEvaluationOperations } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluation-operations";
import { evaluationRunOperations } from "@/lib/api/contract/evaluation-runs/evaluation-run-operations";
import { evaluationOperations } from "@/lib/api/contract/evaluations/evaluation-operations";
import { annotationQueueOperations } from "@/lib/api/contract/feedback/annotation-queue-operations";
import { feedbackOperations } from "@/lib/api/contract/feedback/feedback-operations";
import { scoreOperations } from "@/lib/api/contract/feedback/score-operations";
import { fileOperations } from "@/lib/api/contract/files/file-operations";
import { issueOperations } from "@/lib/api/contract/issues/issue-operations";
import { measureOperations } from "@/lib/api/contract/measures/measure-operations";
import { monitorOperations } from "@/lib/api/contract/monitors/monitor-operations";
import { objectMarkOperations } from "@/lib/api/contract/objects/object-mark-operations";
import { objectOperations } from "@/lib/api/contract/objects/object-operations";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { sqlOperations } from "@/lib/api/contract/sql/sql-operations";
import { tableOperations } from "@/lib/api/contract/tables/table-operations";
import { modelOperations } from "@/lib/api/contract/training/model-operations";
import { modelServerOperations } from "@/lib/api/contract/training/model-server-operations";
import { trainingOperations } from "@/lib/api/contract/training/training-job-operations";
import { trajectoryOperations } from "@/lib/api/contract/training/trajectory-operations";
import { trainingRunOperations } from "@/lib/api/contract/training-runs/training-run-operations";
import { valueOperations } from "@/lib/api/contract/values/value-operations";
import { eventSubscriptionOperations } from "@/lib/api/contract/watches/event-subscription-operations";
import { runWatchOperations } from "@/lib/api/contract/watches/run-watch-operations";
import { watchChannelOperations } from "@/lib/api/contract/watches/watch-channel-operations";
import { watchOperations } from "@/lib/api/contract/watches/watch-operations";

/**
 * The operations table: every operation of a service that Heddle supports, the thirteen of the interface first.
 *
 * The relay's allow-list, input checks, credentials, query options, handler types, the service's routes, OpenAPI,
 * docs/log/contract/ and the contract suite are derived from it.
 */
export const operations = {
  ...callIngestOperations,
  ...callStatsOperations,
  ...callMetricsOperations,
  ...measureOperations,
  ...callOperations,
  ...valueOperations,
  ...evaluationOperations,
  ...objectOperations,
  ...objectMarkOperations,
  ...tableOperations,
  ...threadOperations,
  ...costOperations,
  ...budgetOperations,
  ...deploymentOperations,
  ...completionOperations,
  ...openAiOperations,
  ...evaluationRunOperations,
  ...checkpointEvaluationOperations,
  ...monitorOperations,
  ...issueOperations,
  ...sqlOperations,
  ...watchOperations,
  ...watchChannelOperations,
  ...eventSubscriptionOperations,
  ...runWatchOperations,
  ...trainingOperations,
  ...modelOperations,
  ...modelServerOperations,
  ...trajectoryOperations,
  ...trainingRunOperations,
  ...fileOperations,
  ...feedbackOperations,
  ...scoreOperations,
  ...scoreFigureOperations,
  ...annotationQueueOperations,
  ...otelOperations,
  ...serviceOperations,
  ...retentionOperations,
  ...redactionOperations,
  ...keyOperations,
  ...waitingAuditOperations,
  ...providerOperations,
} as const;

type Operations = typeof operations;

export type OperationId = keyof Operations;

/** The input of a handler, which a caller sends: checked params, query and body. */
export interface InputOf<Id extends OperationId> {
  readonly params: z.output<Operations[Id]["params"]>;
  readonly query: z.output<Operations[Id]["query"]>;
  readonly body: BodyOf<Operations[Id]["body"]>;
}

type BodyOf<Body> = Body extends { kind: "json"; schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Body extends { kind: "multipart"; fields: infer Fields extends z.ZodType }
    ? { fields: z.output<Fields>; file: File }
    : Body extends { kind: "json-stream" }
      ? ReadableStream<Uint8Array>
      : Body extends { kind: "media"; headers: infer Headers extends z.ZodType }
        ? MediaBody<z.output<Headers>>
        : undefined;

/** A body that its handler decodes: already decompressed, `type` is one of the row's media types. */
export interface MediaBody<Headers> {
  readonly type: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The body as a caller writes it: members with a default are optional. */
export type RequestOf<Id extends OperationId> = Operations[Id]["body"] extends {
  kind: "json";
  schema: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : undefined;

/** The full response of a JSON operation, or one line of a JSONL operation. */
export type ResultOf<Id extends OperationId> = Operations[Id]["result"] extends {
  kind: "json";
  schema: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : Operations[Id]["result"] extends { kind: "jsonl"; item: infer Item extends z.ZodType }
    ? z.output<Item>
    : Uint8Array;

export type OperationsOfKind<Kind extends Operation["result"]["kind"]> = {
  [Id in OperationId]: Operations[Id]["result"]["kind"] extends Kind ? Id : never;
}[OperationId];

const byId: ReadonlyMap<string, Operation> = new Map(Object.entries(operations));

/** Every row, in table order. */
export const allOperations: readonly Operation[] = [...byId.values()];

/** Returns the row with this id, or undefined: the id may come from an untrusted caller. */
export function findOperation(id: string): Operation | undefined {
  return byId.get(id);
}
