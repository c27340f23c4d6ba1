import type { OperationRow } from "@/clients/typescript/operation-row";
import { jsonSchemaOf } from "@/lib/api/contract/open-api";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations } from "@/lib/api/contract/operations";
import { type JsonSchema, SchemaComponents } from "@/lib/api/contract/schema-components";

/** The parts of a JSON Schema that say where members are. */
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}

/** Those that exchange JSON with every client. Exporters of OpenTelemetry send spans. */
export const clientOperations: readonly Operation[] = allOperations.filter(
  ({ body, audience }) => body.kind !== "media" && audience === "clients",
);

/** The schemas of bodies and results by their names. */
export const clientSchemas = new SchemaComponents(clientOperations);

const namedSchemas = (reference: JsonSchema) => clientSchemas.neededBy(reference);

function resolved(schema: ObjectSchema, named: Readonly<Record<string, JsonSchema>>): ObjectSchema {
  if (schema.$ref === undefined) return schema;
  return resolved((named[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {}) as ObjectSchema, named);
}

const propertiesOf = ({ properties = {} }: ObjectSchema) => Object.keys(properties);

/** What a request consists of. */
interface RequestSchemas {
  readonly params: ObjectSchema;
  readonly query: ObjectSchema;
  readonly body: ObjectSchema;
  /** The reference of a JSON body. */
  readonly bodyReference: JsonSchema | null;
  /** The ways of required members `project_id`. */
  readonly projects: readonly string[];
  /** Required members besides those that are, or only hold, a project. */
  readonly needed: readonly string[];
}

/** @throws Error for a name that is both of the path, the query or the body: a request has them together */
export function requestSchemas({ id, params, query, body }: Operation): RequestSchemas {
  const bodyReference = "schema" in body ? clientSchemas.reference(body.schema) : null;
  const named = bodyReference === null ? {} : namedSchemas(bodyReference);
  const whole = {
    params: jsonSchemaOf(params) as ObjectSchema,
    query: jsonSchemaOf(query) as ObjectSchema,
    body: bodyReference
      ? resolved(bodyReference, named)
      : body.kind === "multipart"
        ? (jsonSchemaOf(body.fields) as ObjectSchema)
        : {},
  };
  const parts = [whole.params, whole.query, whole.body];
  const names = parts.flatMap(propertiesOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${id} has the member ${twice} in two places.`);
  const required = parts.flatMap((part) => part.required ?? []);
  const inner = (whole.body.required ?? []).filter((name) =>
    resolved(whole.body.properties?.[name] ?? {}, named).required?.includes("project_id"),
  );
  const projects = required.includes("project_id") ? ["project_id"] : inner.map((name) => `${name}.project_id`);
  return { ...whole, bodyReference, projects, needed: required.filter((name) => name !== "project_id") };
}

/** Returns what the TypeScript client knows of an operation. */
export function clientRow(operation: Operation): OperationRow {
  const { method, path, effect, auth, result, body, limits } = operation;
  const { query, projects } = requestSchemas(operation);
  if (result.kind === "media") throw new Error(`${operation.id} answers in the type of its request.`);
  return {
    ...{ method, path, isRead: effect === "read", isBearer: auth === "bearer", result: result.kind },
    ...{ query: propertiesOf(query), projects, file: body.kind === "multipart" ? body.file : null },
    ...{ headMs: limits.headersTimeoutMs, pieceMs: limits.idleTimeoutMs },
  };
}
