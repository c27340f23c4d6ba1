import { isLosslessNumber } from "lossless-json";

/** The kind of a JSON value, in the words of the column headers. */
export type ValueKind = "str" | "int" | "num" | "bool" | "null" | "list" | "dict";

/** Returns the kind of a present value; undefined is a missing one. */
export function valueKind(value: unknown): ValueKind | null {
  if (value === undefined) return null;
  if (value === null) return "null";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "num";
  if (isLosslessNumber(value)) return /[.eE]/.test(value.value) ? "num" : "int";
  return Array.isArray(value) ? "list" : "dict";
}

/** Returns the digits of a number exactly as sent; null for other values. */
export function numberText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value;
  return typeof value === "number" ? String(value) : null;
}

export type Dictionary = Readonly<Record<string, unknown>>;

export function isDictionary(value: unknown): value is Dictionary {
  return valueKind(value) === "dict";
}
