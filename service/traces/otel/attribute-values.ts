import { LosslessNumber } from "lossless-json";
import type { AnyValue, KeyValue } from "@/lib/api/contract/calls/otel";
import { jsonDepth, parseJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** Has no prototype, so that a key such as `__proto__` or `constructor` is an ordinary key. */
export type Attributes = Record<string, unknown>;

export function emptyAttributes(): Attributes {
  return Object.create(null) as Attributes;
}

export function isAttributes(value: unknown): value is Attributes {
  return isJsonObject(value) && !(value instanceof LosslessNumber);
}

/** Text nested deeper than this stays text: it is not useful as a tree, and tree parsers have a stack. */
const MAX_JSON_DEPTH = 64;

/** JSON objects without prototypes: `JSON.parse` gives them one. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (!isAttributes(value)) return value;
  const copy = emptyAttributes();
  for (const [key, member] of Object.entries(value)) copy[key] = withoutPrototypes(member);
  return copy;
}

/**
 * Instrumentations flatten values to JSON text; text that begins like an object or a list and parses is converted to
 * that value.
 */
function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text) || jsonDepth(text) > MAX_JSON_DEPTH) return text;
  try {
    return withoutPrototypes(parseJson(text));
  } catch {
    return text; // It only looked like JSON.
  }
}

/** Bytes of JSON, as older clients of LangSmith send, are read like text; others stay base64. */
function readableBytes(base64: string): unknown {
  // The first characters of a list or an object.
  if (!/^(?:W|e[w-z])/.test(base64)) return base64;
  const value = parsed(Buffer.from(base64, "base64").toString("utf8"));
  return typeof value === "string" ? base64 : value;
}

function integer(digits: string): number | LosslessNumber {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : new LosslessNumber(digits);
}

/** Returns the plain value of an OTLP value; bytes stay base64, an empty value is null. */
export function unwrapAttributeValue(value: AnyValue | null | undefined): unknown {
  if (!value) return null;
  if (value.stringValue != null) return parsed(value.stringValue);
  if (value.boolValue != null) return value.boolValue;
  if (value.intValue != null) return integer(value.intValue);
  if (value.doubleValue != null) return value.doubleValue;
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(unwrapAttributeValue);
  if (value.kvlistValue) return unwrapAttributeList(value.kvlistValue.values);
  return value.bytesValue == null ? null : readableBytes(value.bytesValue);
}

/** MLflow writes each of its values as JSON, including strings in quotes; OpenLLMetry and Laminar do so with inputs and outputs. */
const ALWAYS_JSON = ["mlflow.", "traceloop.entity.", "lmnr.span."];

/** True for a key whose texts are JSON, in quotes. */
export function isAlwaysJson(key: string): boolean {
  return ALWAYS_JSON.some((prefix) => key.startsWith(prefix));
}

function unquoted(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith('"')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value; // An ordinary text that begins with a quotation mark.
  }
}

/**
 * Returns a key-value list as an object, with its keys unchanged; of two with the same key the last counts. An attribute
 * without a key has the empty key, the default value of the field in OTLP.
 */
export function unwrapAttributeList(list: readonly KeyValue[] | null | undefined): Attributes {
  const attributes = emptyAttributes();
  for (const { key = "", value } of list ?? []) {
    attributes[key] = isAlwaysJson(key) ? unquoted(unwrapAttributeValue(value)) : unwrapAttributeValue(value);
  }
  return attributes;
}
