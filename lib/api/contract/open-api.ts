import { z } from "zod";
import type { Operation, RequestBody, ResultBody } from "@/lib/api/contract/operation/operation";

type JsonSchema = Record<string, unknown>;

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

function requestBody(body: RequestBody, example: unknown): JsonSchema | undefined {
  if (body.kind === "none") return undefined;
  if (body.kind === "multipart") {
    const fields = jsonSchemaOf(body.fields) as { properties?: JsonSchema; required?: string[] };
    const schema = {
      type: "object",
      properties: {
        ...fields.properties,
        [body.file]: { type: "string", contentMediaType: "application/octet-stream" },
      },
      required: [...(fields.required ?? []), body.file],
    };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  if (body.kind === "media") return { required: true, content: mediaContent(body.types, body.schema, example) };
  return { required: true, content: { "application/json": { schema: jsonSchemaOf(body.schema), example } } };
}

function mediaContent(types: readonly string[], schema: z.ZodType, example: unknown): JsonSchema {
  const json = { schema: jsonSchemaOf(schema), example };
  return Object.fromEntries(types.map((type) => [type, type === "application/json" ? json : {}]));
}

function resultContent(result: ResultBody, example: unknown): JsonSchema {
  if (result.kind === "json") return { "application/json": { schema: jsonSchemaOf(result.schema), example } };
  // OpenAPI 3.1 cannot express "one of these per line": the schema is that of a line.
  if (result.kind === "jsonl") return { "application/jsonl": { schema: jsonSchemaOf(result.item), example } };
  if (result.kind === "media") return mediaContent(result.types, result.schema, example);
  return { "application/octet-stream": {} };
}

const failure = (description: string, properties: JsonSchema) => ({
  description,
  content: { "application/json": { schema: { type: "object", properties } } },
});

const reason = { reason: { type: "string" } };
const detail = {
  detail: {
    type: "array",
    items: {
      type: "object",
      properties: {
        loc: { type: "array", items: { type: "string" } },
        msg: { type: "string" },
        type: { type: "string" },
      },
      required: ["loc", "msg", "type"],
    },
  },
};

const failures = {
  "400": failure("The request is invalid.", reason),
  "401": failure("Missing or unknown key.", reason),
  "403": failure("Not permitted.", reason),
  "404": failure("The requested resource does not exist.", reason),
  "413": failure("Too large.", reason),
  "422": failure("The request does not match the schema.", detail),
};

function describe(operation: Operation): JsonSchema {
  const { id, title, summary, auth, standing, params, query, body, result, example } = operation;
  const request = requestBody(body, example.body);
  return {
    operationId: id,
    summary: title,
    description: summary,
    tags: [standing],
    security: auth === "none" ? [] : [{ basic: [] }, { bearer: [] }],
    parameters: [
      ...parametersIn(params, "path"),
      ...parametersIn(query, "query"),
      ...(body.kind === "media" ? parametersIn(body.headers, "header") : []),
    ],
    ...(request ? { requestBody: request } : {}),
    responses: {
      "200": { description: "Success.", content: resultContent(result, example.result) },
      ...failures,
    },
  };
}

/** Returns OpenAPI 3.1 for the given rows; `serverUrl` is their base address. */
export function openApiDocument(rows: readonly Operation[], serverUrl: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const operation of rows) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Trace, object and model-training service", version: "1" },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic" }, bearer: { type: "http", scheme: "bearer" } },
    },
  };
}
