import type { AppOperationId } from "@/lib/api/contract/app/app-operations";
import type { AppOperation } from "@/lib/api/contract/operation/app-operation";
import type { Operation } from "@/lib/api/contract/operation/operation";
import type { OperationId } from "@/lib/api/contract/operations";
import { unreadable } from "./request-failure";

/** The first word of an operation's id: `calls` of `calls.streamQuery`. */
type SubjectOf<Id extends string> = Id extends `${infer Subject}.${string}` ? Subject : Id;

type Rows<Row> = Readonly<Record<string, Row>>;

type Loaders<Id extends string, Row> = Readonly<Record<SubjectOf<Id>, () => Promise<readonly Rows<Row>[]>>>;

/*
 * The browser loads the rows of a subject with the first request to it: the whole table, with the library that checks
 * its schemas, is larger than most pages.
 */

const objects = () =>
  Promise.all([
    import("@/lib/api/contract/objects/object-operations").then((module) => module.objectOperations),
    import("@/lib/api/contract/objects/object-mark-operations").then((module) => module.objectMarkOperations),
  ]);
const calls = () =>
  Promise.all([
    import("@/lib/api/contract/calls/call-operations").then((module) => module.callOperations),
    import("@/lib/api/contract/calls/call-stats-operations").then((module) => module.callStatsOperations),
    import("@/lib/api/contract/calls/call-ingest-operations").then((module) => module.callIngestOperations),
  ]);
const service = async () => [(await import("@/lib/api/contract/admin/service-operations")).serviceOperations];
const models = async () => [(await import("@/lib/api/contract/training/model-operations")).modelOperations];

const SERVICE_ROWS: Loaders<OperationId, Operation> = {
  aliases: objects,
  call: calls,
  calls,
  chat: models,
  completions: async () => [
    (await import("@/lib/api/contract/completions/completion-operations")).completionOperations,
  ],
  cost: async () => [(await import("@/lib/api/contract/costs/cost-operations")).costOperations],
  feedback: async () => [(await import("@/lib/api/contract/feedback/feedback-operations")).feedbackOperations],
  file: async () => [(await import("@/lib/api/contract/files/file-operations")).fileOperations],
  graphql: service,
  health: service,
  keys: async () => [(await import("@/lib/api/contract/admin/service-key-operations")).keyOperations],
  models,
  obj: objects,
  objs: objects,
  otel: async () => [(await import("@/lib/api/contract/calls/otel-operations")).otelOperations],
  project: service,
  projects: service,
  providers: async () => [(await import("@/lib/api/contract/admin/model-provider-operations")).providerOperations],
  refs: objects,
  requests: service,
  serverInfo: service,
  table: async () => [(await import("@/lib/api/contract/tables/table-operations")).tableOperations],
  tags: objects,
  threads: async () => [(await import("@/lib/api/contract/calls/thread-operations")).threadOperations],
  trainingJobs: async () => [(await import("@/lib/api/contract/training/training-job-operations")).trainingOperations],
  trajectories: async () => [(await import("@/lib/api/contract/training/trajectory-operations")).trajectoryOperations],
  value: async () => [(await import("@/lib/api/contract/values/value-operations")).valueOperations],
};

const people = async () => [(await import("@/lib/api/contract/app/people-operations")).peopleOperations];
const connections = async () => [(await import("@/lib/api/contract/app/connection-operations")).connectionOperations];

const APP_ROWS: Loaders<AppOperationId, AppOperation> = {
  audit: people,
  connections,
  invitations: people,
  lineage: async () => [(await import("@/lib/api/contract/app/lineage-operations")).lineageOperations],
  modelProviders: connections,
  serviceKeys: connections,
  session: people,
  setup: people,
  sharedRequests: async () => [(await import("@/lib/api/contract/app/shared-request-operations")).playgroundOperations],
  users: people,
  views: async () => [(await import("@/lib/api/contract/app/saved-view-operations")).viewOperations],
  workspaces: connections,
};

/**
 * Loads the row of an operation of a service.
 *
 * @throws RequestFailure when the dashboard does not deliver it
 */
export function operationRow(id: OperationId): Promise<Operation> {
  return loadRow(SERVICE_ROWS, id);
}

/**
 * Loads the row of one of the dashboard's own operations.
 *
 * @throws RequestFailure when the dashboard does not deliver it
 */
export function appOperationRow(id: AppOperationId): Promise<AppOperation> {
  return loadRow(APP_ROWS, id);
}

async function loadRow<Row>(
  loaders: Readonly<Record<string, () => Promise<readonly Rows<Row>[]>>>,
  id: string,
): Promise<Row> {
  const [subject = id] = id.split(".", 1);
  const load = loaders[subject];
  if (load === undefined) throw new Error(`No operation ${id}`);
  const tables = await load().catch(() => {
    throw unreadable(id, "A part of the dashboard could not be loaded. Reload the page.");
  });
  const row = tables.map((rows) => rows[id]).find((found) => found !== undefined);
  if (row === undefined) throw new Error(`No operation ${id}`);
  return row;
}
