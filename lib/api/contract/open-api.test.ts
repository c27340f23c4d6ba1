import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { namedSchemas } from "./named-schemas";
import { openApiDocument } from "./open-api";
import type { Operation } from "./operation/operation";
import { operationGroups } from "./operation-groups";
import { allOperations } from "./operations";
import { referencesIn } from "./schema-components";

const ABOUT = { version: "1.2.3", license: "MIT" };

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

interface OpenApi {
  readonly info: object;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: object;
  };
}

const rows = allOperations.filter(({ audience }) => audience === "clients");
const text = JSON.stringify(openApiDocument(rows, ABOUT));
const document = JSON.parse(text) as OpenApi;
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** The value at a reference within the document, or undefined. */
function valueAt(reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  const steps = reference.slice(2).split("/");
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  }, document);
}

/** The parts of zod's description of a schema that contain other schemas. */
interface Inner {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly getter?: () => z.ZodType;
}

function innerSchemas({ def }: z.ZodType): readonly z.ZodType[] {
  const { shape = {}, element, innerType, valueType, out, options = [], items = [], getter } = def as unknown as Inner;
  const single = [element, innerType, valueType, out, getter?.()].filter((schema) => schema !== undefined);
  return [...Object.values(shape), ...options, ...items, ...single];
}

/** The members of the objects that operations share outside of a schema with a name. */
function sharedWithoutName(): string[] {
  const named = new Set(Object.values(namedSchemas));
  const users = new Map<z.ZodType, Set<Operation | z.ZodType>>();
  const visit = (schema: z.ZodType, user: Operation | z.ZodType): void => {
    if (named.has(schema)) return;
    const { type, shape = {} } = schema.def as unknown as Inner;
    if (type === "object" && Object.keys(shape).length > 4) {
      const known = users.get(schema) ?? new Set();
      if (known.has(user)) return;
      users.set(schema, known.add(user));
    }
    for (const inner of innerSchemas(schema)) visit(inner, user);
  };
  for (const schema of named) for (const inner of innerSchemas(schema)) visit(inner, schema);
  for (const row of rows) {
    for (const part of [row.body, row.result]) {
      const schema = "schema" in part ? part.schema : "item" in part ? part.item : undefined;
      if (schema !== undefined) visit(schema, row);
    }
  }
  return [...users]
    .filter(([, by]) => by.size > 1)
    .map(([{ def }]) => Object.keys((def as unknown as Inner).shape ?? {}).join(", "));
}

describe("openApiDocument", () => {
  it("describes every operation of the table at its path and method", () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("resolves every reference", () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(500);
    expect([...new Set(references)].filter((reference) => valueAt(reference) === undefined)).toEqual([]);
  });

  it("states types, defaults and bounds of the interface", () => {
    expect(document.components.schemas.ObjsQueryRequest).toMatchObject({ required: ["project_id"] });
    expect(document.paths["/v1/preview/models/{model_id}/checkpoints"]?.get?.parameters).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      schema: { default: 20, type: "integer", minimum: 1, maximum: 100 },
    });
  });

  it("names each schema that operations share once", () => {
    expect(sharedWithoutName()).toEqual([]);
    expect(document.components.schemas.OperandAnd).toMatchObject({
      properties: { $and: { items: { $ref: "#/components/schemas/Operand" } } },
    });
  });

  it("gives each operation an id, a summary and the tag of its subject", () => {
    const ids = described.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(rows.length);
    expect(described.filter(({ summary, description }) => summary === "" || description === "")).toEqual([]);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(described.filter((operation) => operation.tags.length !== 1 || !tags.has(operation.tags[0] ?? ""))).toEqual(
      [],
    );
  });

  it("names version, license and the ways to send a key", () => {
    expect(document.info).toMatchObject({ version: "1.2.3", license: { identifier: "MIT" } });
    expect(Object.keys(document.components.securitySchemes)).toEqual(["basic", "bearer", "header"]);
  });

  it("declares each placeholder of a path as a parameter", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const { parameters = [] } of Object.values(methods)) {
        expect(
          parameters
            .filter((parameter) => parameter.in === "path")
            .map(({ name }) => name)
            .sort(),
        ).toEqual(placeholders);
      }
    }
  });

  it("is below 400 kB and contains only JSON values", () => {
    expect(text.length).toBeLessThan(400_000);
    expect(JSON.parse(text)).toEqual(openApiDocument(rows, ABOUT));
  });

  it("contains the schemas of the given operations only", () => {
    const some = openApiDocument(
      rows.filter(({ id }) => id === "health"),
      ABOUT,
    ) as unknown as OpenApi;
    expect(Object.keys(some.components.schemas)).toEqual([
      "HealthResponse",
      "Failure",
      "ValidationFailure",
      "ValidationItem",
    ]);
  });
});

describe("operationGroups", () => {
  it("contain every operation once", () => {
    const grouped = operationGroups.flatMap(({ rows: tables }) => tables.flatMap((table) => Object.values(table)));
    expect(grouped.map(({ id }) => id).sort()).toEqual(allOperations.map(({ id }) => id).sort());
  });
});
