import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isMembers, textIn } from "@/lib/json/value/members";
import { objectRef } from "@/lib/object/object-ref";

/** The input for an annotation's value, as far as its schema defines one. */
export type AnnotationField =
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly options: readonly (string | number)[] }
  | {
      readonly kind: "number";
      readonly isInteger: boolean;
      readonly least: number | null;
      readonly most: number | null;
    }
  | { readonly kind: "text"; readonly maxLength: number | null }
  /** A schema without a matching input: the value is written as JSON. */
  | { readonly kind: "json" };

/** A question of the project about its calls. */
export interface AnnotationSpec {
  /** The object's id, which is a part of the feedback's type. */
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly ref: string;
  readonly field: AnnotationField;
}

/** Reads a stored annotation specification. */
export function readSpec(projectId: string, version: ObjectVersion): AnnotationSpec {
  const value = isMembers(version.val) ? version.val : {};
  return {
    name: version.object_id,
    title: textIn(value, ["name"]) || version.object_id,
    description: textIn(value, ["description"]) || null,
    ref: objectRef(projectId, { kind: "object", id: version.object_id }, version.digest),
    field: fieldOf(value.field_schema),
  };
}

function fieldOf(schema: unknown): AnnotationField {
  if (!isMembers(schema)) return { kind: "json" };
  const options = Array.isArray(schema.enum) ? schema.enum.map(plainNumber).filter(isOption) : [];
  if (options.length > 0) return { kind: "choice", options };
  switch (schema.type) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return {
        kind: "number",
        isInteger: schema.type === "integer",
        least: numberOf(schema.minimum),
        most: numberOf(schema.maximum),
      };
    case "string":
      return { kind: "text", maxLength: numberOf(schema.maxLength) };
    default:
      return { kind: "json" };
  }
}

function isOption(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function numberOf(value: unknown): number | null {
  const number = plainNumber(value);
  return typeof number === "number" ? number : null;
}

/** The user's input: a value to send, or the reason why it is invalid. */
export type Entered =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "empty" }
  | { readonly kind: "wrong"; readonly reason: string };

/** Reads the text of a field. The service checks the value against the whole schema. */
export function enteredValue(field: AnnotationField, text: string): Entered {
  if (text === "") return { kind: "empty" };
  switch (field.kind) {
    case "boolean":
      return { kind: "value", value: text === "true" };
    case "choice":
      return { kind: "value", value: field.options.find((option) => String(option) === text) ?? text };
    case "text":
      return { kind: "value", value: text };
    case "number":
      return enteredNumber(field, text);
    case "json":
      try {
        return { kind: "value", value: JSON.parse(text) as unknown };
      } catch {
        return { kind: "wrong", reason: "Not valid JSON." };
      }
  }
}

function enteredNumber(field: Extract<AnnotationField, { kind: "number" }>, text: string): Entered {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return { kind: "wrong", reason: "Not a number." };
  if (field.isInteger && !Number.isInteger(value)) return { kind: "wrong", reason: "Whole numbers only." };
  if (field.least !== null && value < field.least) return { kind: "wrong", reason: `At least ${field.least}.` };
  if (field.most !== null && value > field.most) return { kind: "wrong", reason: `At most ${field.most}.` };
  return { kind: "value", value };
}
