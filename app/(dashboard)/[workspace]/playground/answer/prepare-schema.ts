import { isMembers, type Members } from "@/lib/json/value/members";

/** A schema that cannot be checked here, with the reason. */
class SchemaNotChecked extends Error {
  override readonly name = "SchemaNotChecked";
}

const ALL_TYPES = ["object", "array", "string", "number", "boolean", "null"];

/** Keywords that define which values are allowed. */
const SELF_SUFFICIENT = ["type", "$ref", "enum", "const"];
const COMBINING = ["anyOf", "oneOf", "allOf"];

/** Formats that are checked; any other is an annotation, as the standard allows. */
const FORMATS = new Set(["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);

const LOCAL_REF = /^#(?:\/(?:\$defs|definitions)\/[^/]+)?$/;

const NESTED = ["items", "additionalProperties", "contains", "propertyNames", "additionalItems"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "$defs", "definitions"];

/** Keywords that do not restrict values. `default` would replace a missing value. */
const REMARK_KEYWORDS = new Set(["default", "title", "description", "examples", "deprecated", "readOnly", "writeOnly"]);

/**
 * Returns a JSON schema in a form that zod checks completely: a schema without a type gets every type, integers become
 * multiples of 1 of any size, and keywords that zod would silently ignore are rejected.
 *
 * @throws SchemaNotChecked
 */
export function checkableSchema(schema: unknown): Members {
  if (schema === true) return { type: ALL_TYPES };
  if (schema === false) return { enum: [] };
  if (!isMembers(schema)) throw new SchemaNotChecked("The schema is not an object.");
  rejectUnknownKeywords(schema);
  const { $ref: ref, ...rest } = nestedSchemas(schema);
  if (ref !== undefined) {
    const beside = Object.keys(rest).filter((name) => !MAPS.includes(name) && !REMARK_KEYWORDS.has(name));
    return beside.length === 0
      ? { ...rest, $ref: ref }
      : { ...typed(rest), allOf: [{ $ref: ref }, ...listOf(rest.allOf)] };
  }
  return typed(rest);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rejectUnknownKeywords(schema: Members): void {
  const { $ref: ref, additionalProperties } = schema;
  if (ref !== undefined && !LOCAL_REF.test(String(ref))) {
    throw new SchemaNotChecked(`The schema refers to ${String(ref)}.`);
  }
  const choices = [...listOf(schema.enum), schema.const];
  if (choices.some((choice) => typeof choice === "object" && choice !== null)) {
    throw new SchemaNotChecked("The schema compares with entire lists or objects.");
  }
  if (schema.patternProperties !== undefined && isMembers(additionalProperties)) {
    throw new SchemaNotChecked("The schema combines patternProperties with a schema for all other members.");
  }
}

function nestedSchemas(schema: Members): Members {
  const entries = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === "default") return [];
    if (name === "format" && !FORMATS.has(String(value))) return [];
    if (NESTED.includes(name)) return [[name, nested(value)]];
    if (LISTS.includes(name)) return [[name, listOf(value).map(checkableSchema)]];
    if (MAPS.includes(name) && isMembers(value)) {
      const inner = Object.entries(value).map(([key, item]) => [key, checkableSchema(item)] as const);
      return [[name, Object.fromEntries(inner)]];
    }
    return [[name, value]];
  });
  return withRequired(Object.fromEntries(entries));
}

function nested(value: unknown): unknown {
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? value.map(checkableSchema) : checkableSchema(value);
}

/** A required member that `properties` does not describe may have any value, but must be present. */
function withRequired(schema: Members): Members {
  const names = listOf(schema.required).filter((name) => typeof name === "string");
  const known = isMembers(schema.properties) ? schema.properties : {};
  const missing = names.filter((name) => !Object.hasOwn(known, name));
  if (missing.length === 0) return schema;
  const added = Object.fromEntries(missing.map((name) => [name, { type: ALL_TYPES }]));
  return { ...schema, properties: { ...known, ...added } };
}

function typed(schema: Members): Members {
  if (schema.type === "integer") return { multipleOf: 1, ...schema, type: "number" };
  if (Array.isArray(schema.type) && schema.type.includes("integer")) {
    const others = schema.type.filter((type: unknown) => type !== "integer");
    const { type: _, ...rest } = schema;
    const integerSchema = { multipleOf: 1, ...rest, type: "number" };
    return others.includes("number")
      ? { ...schema, type: others }
      : { anyOf: [integerSchema, { ...rest, type: others }] };
  }
  if (SELF_SUFFICIENT.some((name) => name in schema)) return schema;
  const isCombined = COMBINING.some((name) => name in schema);
  const says = Object.keys(schema).some(
    (name) =>
      !COMBINING.includes(name) && !MAPS.slice(2).includes(name) && !REMARK_KEYWORDS.has(name) && !name.startsWith("$"),
  );
  return isCombined && !says ? schema : { ...schema, type: ALL_TYPES };
}
