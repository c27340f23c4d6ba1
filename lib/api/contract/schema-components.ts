import { z } from "zod";
import { namedSchemas } from "./named-schemas";
import type { Operation } from "./operation/operation";

export type JsonSchema = Record<string, unknown>;

const REFERENCE = "#/components/schemas/";

/** "calls.streamQuery" as "CallsStreamQuery". */
const pascalCase = (id: string) => id.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The schemas of an operation's body and response, with the ends of their names. */
function schemasOf({ body, result }: Operation): readonly (readonly [end: string, schema: z.ZodType])[] {
  return [
    ...("schema" in body ? [["Request", body.schema] as const] : []),
    ...("schema" in result ? [["Response", result.schema] as const] : []),
    ...("item" in result ? [["Line", result.item] as const] : []),
  ];
}

/** True for the bounds that every integer of JavaScript has, which say nothing about the contract. */
const isOfJavaScript = (bound: unknown) => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER;

/** The parts of zod's description of a schema that decide about its text. */
interface SchemaShape {
  readonly type: string;
  readonly catchall?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly values?: readonly unknown[];
}

const shapeOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as SchemaShape;

/** Writes what zod's own text leaves out or says in a way that depends on JavaScript. */
function writeAsContract({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { type, catchall, shape, in: received, out } = shapeOf(zodSchema);
  // Unknown members of a request are ignored, except by a strict object.
  if (type === "object" && catchall === undefined) delete jsonSchema.additionalProperties;
  if (shape && jsonSchema.properties !== undefined) {
    const required = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false);
    if (required.length > 0) jsonSchema.required = required;
    else delete jsonSchema.required;
  }
  // A function has no schema; what it receives has one.
  if (
    type === "pipe" &&
    received &&
    out &&
    shapeOf(out).type === "transform" &&
    shapeOf(received).type !== "transform"
  ) {
    const { $schema: _, ...json } = z.toJSONSchema(received, { io: "output", unrepresentable: "any" });
    Object.assign(jsonSchema, { ...json, ...jsonSchema });
  }
}

/** Replaces forms that validators or generators of clients do not read by others of the same meaning. */
function writeForTools({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (isOfJavaScript(jsonSchema.minimum)) delete jsonSchema.minimum;
  if (isOfJavaScript(jsonSchema.maximum)) delete jsonSchema.maximum;
  // Classes of Unicode exist only in the expressions of some languages.
  if (typeof jsonSchema.pattern === "string" && jsonSchema.pattern.includes("\\p{")) delete jsonSchema.pattern;
  if (Array.isArray(jsonSchema.prefixItems) && jsonSchema.items === false) {
    delete jsonSchema.items;
    jsonSchema.minItems = jsonSchema.prefixItems.length;
    jsonSchema.maxItems = jsonSchema.prefixItems.length;
  }
  writeMemberNames(jsonSchema);
  writeNullable(jsonSchema);
  const { default: initial, description } = jsonSchema;
  if (typeof initial !== "object" || initial === null || Array.isArray(initial)) return;
  delete jsonSchema.default;
  jsonSchema.description = [description, `Default: \`${JSON.stringify(initial)}\`.`].filter(Boolean).join(" ");
}

/** Values whose keywords say nothing about null, so that null can be a second type beside them. */
const NULLABLE_TYPES: readonly unknown[] = ["string", "number", "integer", "array"];

/** "This or null" becomes one schema with two types, which says the same in fewer words. */
function writeNullable(jsonSchema: JsonSchema): void {
  const [value, none, ...others] = (jsonSchema.anyOf ?? []) as readonly JsonSchema[];
  if (value === undefined || none?.type !== "null" || others.length > 0) return;
  const { type, ...keywords } = value;
  if (!NULLABLE_TYPES.includes(type) || "enum" in value || "const" in value) return;
  delete jsonSchema.anyOf;
  const { description } = jsonSchema;
  Object.assign(jsonSchema, {
    type: [type, "null"],
    ...keywords,
    ...(description === undefined ? {} : { description }),
  });
}

/** Names that are listed become members; that names are text goes without saying. */
function writeMemberNames(jsonSchema: JsonSchema): void {
  const { propertyNames, additionalProperties: member = {} } = jsonSchema;
  const names = (propertyNames as { enum?: readonly string[] } | undefined)?.enum;
  if (names) jsonSchema.properties = Object.fromEntries(names.map((name) => [name, member]));
  delete jsonSchema.propertyNames;
}

/** "exact" of a union's options, which differ in the value of one member, or in the name of their only one. */
function nameOfOption(option: z.ZodType): string | null {
  const members = Object.entries(shapeOf(option).shape ?? {});
  const [only] = members;
  if (members.length === 1 && only) return only[0].replace("$", "");
  const constant = members.map(([, member]) => shapeOf(member)).find(({ type }) => type === "literal");
  const value = constant?.values?.[0];
  return typeof value === "string" ? value : null;
}

/** The objects of which a schema with a name is one, with names after it. */
function namedOptions([id, schema]: readonly [string, z.ZodType]): (readonly [string, z.ZodType])[] {
  return (shapeOf(schema).options ?? []).flatMap((option) => {
    const name = nameOfOption(option);
    return name === null ? [] : [[`${id}${pascalCase(name.replaceAll("_", "."))}`, option] as const];
  });
}

/** Every `$ref` in a value, at any depth. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member] : referencesIn(member),
  );
}

/** The names of the schemas that a part of a document needs, and those that these need. */
function namesFrom(
  part: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
  found = new Set<string>(),
): Set<string> {
  for (const reference of referencesIn(part)) {
    const name = reference.startsWith(REFERENCE) ? reference.slice(REFERENCE.length) : "";
    const schema = schemas[name];
    if (schema === undefined || found.has(name)) continue;
    found.add(name);
    namesFrom(schema, schemas, found);
  }
  return found;
}

/** The schemas of a document by name, and references to them. */
export class SchemaComponents {
  readonly #registry = z.registry<{ id: string }>();
  readonly #schemas: Readonly<Record<string, JsonSchema>>;

  constructor(rows: readonly Operation[]) {
    const ofRows = rows.flatMap((row) =>
      schemasOf(row).map(([end, schema]) => [`${pascalCase(row.id)}${end}`, schema] as const),
    );
    const whole = [...Object.entries(namedSchemas), ...ofRows];
    for (const [id, schema] of [...whole, ...whole.flatMap(namedOptions)]) {
      if (!this.#registry.has(schema)) this.#registry.add(schema, { id });
    }
    const { schemas } = z.toJSONSchema(this.#registry, {
      io: "output",
      unrepresentable: "any",
      uri: (id) => `${REFERENCE}${id}`,
      override: (place) => {
        writeAsContract(place);
        writeForTools(place);
      },
    });
    this.#schemas = Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema: _, $id, ...schema }]) => [name, schema]),
    );
  }

  /** A reference to the schema of a body or of a response. */
  reference(schema: z.ZodType): JsonSchema {
    const name = this.#registry.get(schema)?.id;
    if (name === undefined) throw new Error("This schema is neither a body nor a response of the table.");
    return { $ref: `${REFERENCE}${name}` };
  }

  /** The schemas that a part of the document needs, sorted by name. */
  neededBy(part: unknown): Readonly<Record<string, JsonSchema>> {
    const names = [...namesFrom(part, this.#schemas)].sort();
    return Object.fromEntries(names.map((name) => [name, this.#schemas[name] ?? {}]));
  }
}
