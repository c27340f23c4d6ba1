import type { z } from "zod";
import type { OperationId, operations, ResultOf } from "@/lib/api/contract/operations";
import type { InProject } from "./in-project";
import type { Lines } from "./lines";
import type { NameOf } from "./nouns";
import type { CallOptions } from "./send";

// The package has these types written out in place of this file: scripts/client/contract-types.ts.

type Rows = typeof operations;

/** Those that exchange JSON with every client. Exporters of OpenTelemetry send spans. */
type ClientId = {
  [Id in OperationId]: Rows[Id] extends { body: { kind: "media" } } | { audience: "dashboard" } ? never : Id;
}[OperationId];

/** The members of a schema; one without any is an object that may have none. */
type MembersOf<Schema extends z.ZodType> = z.input<Schema> extends Record<string, never> ? unknown : z.input<Schema>;

type BodyMembers<Body> = Body extends { schema: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Body extends { fields: infer Fields extends z.ZodType }
    ? z.input<Fields> & { file: Blob }
    : unknown;

type RequestOf<Id extends ClientId> = InProject<
  MembersOf<Rows[Id]["params"]> & MembersOf<Rows[Id]["query"]> & BodyMembers<Rows[Id]["body"]>
>;

type Result<Id extends ClientId> = Rows[Id]["result"] extends { kind: "jsonl" }
  ? Lines<ResultOf<Id>>
  : Promise<ResultOf<Id>>;

type Method<Id extends ClientId> =
  Record<never, never> extends RequestOf<Id>
    ? (request?: RequestOf<Id>, options?: CallOptions) => Result<Id>
    : (request: RequestOf<Id>, options?: CallOptions) => Result<Id>;

type NounName = NameOf<ClientId>[0];

/** The operations of a service by their nouns. */
export type Nouns = {
  readonly [Noun in NounName]: {
    readonly [Id in ClientId as NameOf<Id> extends [Noun, infer Verb extends string] ? Verb : never]: Method<Id>;
  };
};
