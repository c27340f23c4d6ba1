import { isLosslessNumber } from "lossless-json";
import { isJsonObject } from "@/lib/guard/json-object";

/**
 * Returns the value at a path of members and indexes, separated by dots; undefined when there is none. A member whose
 * own name contains dots is found first.
 */
export function valueAtPath(value: unknown, path: string): unknown {
  if (path === "") return value;
  if (isJsonObject(value) && Object.hasOwn(value, path)) return value[path];
  const dot = path.indexOf(".");
  const [step, rest] = dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
  if (Array.isArray(value)) return /^\d+$/.test(step) ? valueAtPath(value[Number(step)], rest) : undefined;
  if (!isJsonObject(value) || isLosslessNumber(value) || !Object.hasOwn(value, step)) return undefined;
  return valueAtPath(value[step], rest);
}

/** Returns the value at a path of an answer: of a text that is JSON, when the path leads into it. */
export function answerAtPath(output: unknown, path: string): unknown {
  if (path === "" || typeof output !== "string") return valueAtPath(output, path);
  return valueAtPath(jsonOf(output), path);
}

/** Returns the value of a JSON text, or undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a value as text: text as it is, everything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
