import { isLosslessNumber } from "lossless-json";

/** What a JSON value is, in the words of the column heads. */
export type ValueKind = "str" | "int" | "num" | "bool" | "null" | "list" | "dict";

/** The kind of a value that is there; undefined is no value. */
export function valueKind(value: unknown): ValueKind | null {
  if (value === undefined) return null;
  if (value === null) return "null";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "num";
  if (isLosslessNumber(value)) return /[.eE]/.test(value.value) ? "num" : "int";
  return Array.isArray(value) ? "list" : "dict";
}

/** The digits of a number exactly as they came; null for what is no number. */
export function numberText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value;
  return typeof value === "number" ? String(value) : null;
}

export type Dictionary = Readonly<Record<string, unknown>>;

export function isDictionary(value: unknown): value is Dictionary {
  return valueKind(value) === "dict";
}
