import type { z } from "zod";
import type { Operation } from "./operation";
import { callIngestOperations } from "./operations-call-ingest";
import { callStatsOperations } from "./operations-call-stats";
import { callOperations } from "./operations-calls";
import { completionOperations } from "./operations-completions";
import { costOperations } from "./operations-costs";
import { feedbackOperations } from "./operations-feedback";
import { fileOperations } from "./operations-files";
import { keyOperations } from "./operations-keys";
import { objectMarkOperations } from "./operations-object-marks";
import { objectOperations } from "./operations-objects";
import { otelOperations } from "./operations-otel";
import { providerOperations } from "./operations-providers";
import { serviceOperations } from "./operations-service";
import { tableOperations } from "./operations-tables";
import { threadOperations } from "./operations-threads";
import { trainingOperations } from "./operations-training";
import { modelOperations } from "./operations-training-models";
import { trajectoryOperations } from "./operations-training-trajectories";
import { valueOperations } from "./operations-values";

/**
 * The operations table: every operation that Heddle knows of a service, the thirteen of the interface first.
 *
 * The relay's allow-list, input checks, credentials, query options, handler types, the service's routes, OpenAPI,
 * docs/contract.md and the contract suite are derived from it.
 */
export const operations = {
  ...callIngestOperations,
  ...callStatsOperations,
  ...callOperations,
  ...valueOperations,
  ...objectOperations,
  ...objectMarkOperations,
  ...tableOperations,
  ...threadOperations,
  ...costOperations,
  ...completionOperations,
  ...trainingOperations,
  ...modelOperations,
  ...trajectoryOperations,
  ...fileOperations,
  ...feedbackOperations,
  ...otelOperations,
  ...serviceOperations,
  ...keyOperations,
  ...providerOperations,
} as const;

type Operations = typeof operations;

export type OperationId = keyof Operations;

/** What a handler receives, and a caller sends: checked params, query and body. */
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

/** A body that its handler decodes: decompressed already, `type` is one of the row's media types. */
export interface MediaBody<Headers> {
  readonly type: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The body as a caller writes it: members with a default may be left out. */
export type RequestOf<Id extends OperationId> = Operations[Id]["body"] extends {
  kind: "json";
  schema: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : undefined;

/** The whole answer of a JSON operation, or one line of a JSONL operation. */
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

/** The row with this id, or undefined: the id may come from a stranger. */
export function findOperation(id: string): Operation | undefined {
  return byId.get(id);
}
