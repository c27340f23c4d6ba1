import { parse } from "lossless-json";
import { parseJson, plainNumber } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { isMembers } from "@/lib/json/value/members";
import type { Parameter } from "./parameters";

/** The value of a typed text for a parameter. */
export type ParameterReading =
  | { readonly kind: "not-sent" }
  | { readonly kind: "value"; readonly value: unknown; readonly warning: string | null }
  | { readonly kind: "broken"; readonly message: string };

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const value = (read: unknown, warning: string | null = null): ParameterReading => ({
  kind: "value",
  value: read,
  warning,
});
const broken = (message: string): ParameterReading => ({ kind: "broken", message });

/** Reads the typed text of a parameter. Numbers keep their digits; for invalid JSON the position is reported. */
export function readParameter(parameter: Parameter, typed: string): ParameterReading {
  if (typed.trim() === "") return { kind: "not-sent" };
  switch (parameter.kind) {
    case "number":
    case "integer":
      return readNumber(parameter, typed.trim());
    case "boolean":
      return typed === "true" || typed === "false" ? value(typed === "true") : broken("true or false");
    case "text":
      return value(typed);
    case "choice":
      return /^\s*\{/.test(typed) ? parseParameterJson(typed, "object") : value(typed);
    case "stop":
      return parseStop(typed);
    case "object":
      return parseParameterJson(typed, "object");
    case "list":
      return parseParameterJson(typed, "list");
  }
}

function readNumber(parameter: Parameter, typed: string): ParameterReading {
  if (!JSON_NUMBER.test(typed)) return broken("Not a number");
  const read = parseJson(typed);
  const plain = Number(plainNumber(read));
  if (parameter.kind === "integer" && !Number.isInteger(plain)) return broken("Not a whole number");
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = parameter;
  return value(read, plain < least || plain > most ? `Outside ${rangeText(parameter)}` : null);
}

/** `0 to 2`, `at least 1`; empty if any number is allowed. */
export function rangeText({ least, most }: Pick<Parameter, "least" | "most">): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? "" : `at most ${most}`;
}

function parseStop(typed: string): ParameterReading {
  if (!/^\s*["[]/.test(typed)) return value(typed);
  const read = jsonOf(typed);
  // A text that only begins like JSON is a text.
  if ("problem" in read) return value(typed);
  const isTexts = Array.isArray(read.value) && read.value.every((item) => typeof item === "string");
  if (typeof read.value === "string" || isTexts) return value(read.value);
  return broken("A string, or a JSON list of strings");
}

/** Reads a JSON object or list. */
export function parseParameterJson(typed: string, kind: "object" | "list"): ParameterReading {
  const read = jsonOf(typed);
  if ("problem" in read) return broken(read.problem);
  const isList = Array.isArray(read.value);
  if (kind === "list") return isList ? value(read.value) : broken("A JSON list, in square brackets");
  return isMembers(read.value) ? value(read.value) : broken("A JSON object, in curly brackets");
}

function jsonOf(typed: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseJson(typed) };
  } catch {
    // The user may type text that is not JSON; the field shows where it breaks.
    return { problem: jsonProblem(typed) };
  }
}

/** Finds where a text stops being JSON. The browser's own parser reports a position only for some errors. */
export function jsonProblem(typed: string): string {
  try {
    parse(typed);
    return "Not JSON";
  } catch (error) {
    const message = errorMessage(error);
    const [, what = message, at] = /^(.*) at position (\d+)$/s.exec(message) ?? [];
    if (at === undefined) return what;
    const before = typed.slice(0, Number(at));
    const line = before.split("\n").length;
    return `Line ${line}, character ${before.length - before.lastIndexOf("\n")}: ${what}`;
  }
}
