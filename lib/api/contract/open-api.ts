import { z } from "zod";
import type { Operation, RequestBody, ResultBody } from "@/lib/api/contract/operation/operation";
import { operationGroups } from "./operation-groups";
import { type JsonSchema, SchemaComponents } from "./schema-components";

/** Returns the JSON Schema 2020-12 of a contract schema; members with a default are optional. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { properties, required } = jsonSchema;
      if (!properties || !required) return;
      jsonSchema.required = required.filter((name) => {
        const member = properties[name];
        return typeof member !== "object" || member.default === undefined;
      });
    },
  });
  return json;
}

function parametersIn(schema: z.ZodType, place: "path" | "query" | "header"): JsonSchema[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as { properties?: JsonSchema; required?: string[] };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: member,
  }));
}

function requestBody(body: RequestBody, example: unknown, components: SchemaComponents): JsonSchema | undefined {
  if (body.kind === "none") return undefined;
  if (body.kind === "multipart") {
    const fields = jsonSchemaOf(body.fields) as { properties?: JsonSchema; required?: string[] };
    const schema = {
      type: "object",
      properties: {
        ...fields.properties,
        [body.file]: { type: "string", format: "binary" },
      },
      required: [...(fields.required ?? []), body.file],
    };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  const schema = components.reference(body.schema);
  if (body.kind === "media") return { required: true, content: mediaContent(body.types, schema, example) };
  return { required: true, content: { "application/json": withExample(schema, example) } };
}

const BYTES = { schema: { type: "string", format: "binary" } };

/** A longer example says little more, and all of them would be a fifth of the document. */
const MAX_EXAMPLE_LENGTH = 270;

const withExample = (schema: JsonSchema, example: unknown) =>
  example === undefined || JSON.stringify(example).length > MAX_EXAMPLE_LENGTH ? { schema } : { schema, example };

function mediaContent(types: readonly string[], schema: JsonSchema, example: unknown): JsonSchema {
  const json = withExample(schema, example);
  return Object.fromEntries(types.map((type) => [type, type === "application/json" ? json : BYTES]));
}

function resultContent(result: ResultBody, example: unknown, components: SchemaComponents): JsonSchema {
  if (result.kind === "bytes") return { "application/octet-stream": BYTES };
  // OpenAPI 3.1 cannot express "one of these per line": the schema is that of a line.
  if (result.kind === "jsonl") return { "application/jsonl": withExample(components.reference(result.item), example) };
  const schema = components.reference(result.schema);
  if (result.kind === "media") return mediaContent(result.types, schema, example);
  return { "application/json": withExample(schema, example) };
}

const failure = (description: string, schema: string) => ({
  description,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const FAILURES = {
  Failure: failure(
    "400: the request is invalid. 401: missing or unknown key. 403: not permitted. 404: the resource does not exist. 409: it was changed meanwhile. 413: too large. 429: too busy, `retry-after` says when to retry. 502, 504, 507: the store or a provider failed, ran out of time or of space.",
    "Failure",
  ),
  ValidationFailure: failure("The request does not match the schema.", "ValidationFailure"),
};

const FAILURE_SCHEMAS = {
  Failure: { type: "object", properties: { reason: { type: "string" } } },
  ValidationFailure: {
    type: "object",
    properties: { detail: { type: "array", items: { $ref: "#/components/schemas/ValidationItem" } } },
  },
  ValidationItem: {
    type: "object",
    properties: {
      loc: { type: "array", items: { type: "string" } },
      msg: { type: "string" },
      type: { type: "string" },
    },
    required: ["loc", "msg", "type"],
  },
};

const SECURITY_SCHEMES = {
  basic: { type: "http", scheme: "basic", description: "An API key as the password; the user name does not count." },
  bearer: { type: "http", scheme: "bearer", description: "An API key." },
  header: { type: "apiKey", in: "header", name: "wandb-api-key", description: "An API key." },
};

/** The name of the group of each operation. */
const groupOf: ReadonlyMap<Operation, string> = new Map(
  operationGroups.flatMap(({ name, rows }) =>
    rows.flatMap((row) => Object.values(row).map((operation) => [operation, name] as const)),
  ),
);

function describe(operation: Operation, components: SchemaComponents): JsonSchema {
  const { id, title, summary, auth, standing, params, query, body, result, example } = operation;
  const request = requestBody(body, example.body, components);
  const parameters = [
    ...parametersIn(params, "path"),
    ...parametersIn(query, "query"),
    ...(body.kind === "media" ? parametersIn(body.headers, "header") : []),
  ];
  return {
    operationId: id,
    summary: title,
    description: summary,
    tags: [groupOf.get(operation) ?? "Service"],
    "x-standing": standing,
    ...(auth === "none" ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request ? { requestBody: request } : {}),
    responses: {
      "200": { description: "OK.", content: resultContent(result, example.result, components) },
      "422": { $ref: "#/components/responses/ValidationFailure" },
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}

/** What a document says about the product that serves it. */
export interface OpenApiAbout {
  readonly version: string;
  /** An identifier of SPDX. */
  readonly license: string;
}

/** Returns OpenAPI 3.1 for the given rows; each schema that a body or a response has is a component with a name. The
 * service adds its address. */
export function openApiDocument(rows: readonly Operation[], { version, license }: OpenApiAbout): JsonSchema {
  const components = new SchemaComponents(rows);
  const paths: Record<string, JsonSchema> = {};
  for (const operation of rows) {
    const described = describe(operation, components);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  const used = new Set(rows.map((operation) => groupOf.get(operation)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Trace, object and model-training service",
      description:
        "Unknown members of a request are ignored, and unknown members of a response are to be kept. `x-standing` is `core` for what every service has.",
      version,
      license: { name: license, identifier: license },
    },
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    tags: operationGroups.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { ...components.neededBy(paths), ...FAILURE_SCHEMAS },
      responses: FAILURES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
