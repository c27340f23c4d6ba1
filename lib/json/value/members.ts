import { isLosslessNumber } from "lossless-json";
import { isJsonObject } from "@/lib/json/guard/json-object";

export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named members. */
export function isMembers(value: unknown): value is Members {
  return isJsonObject(value) && !isLosslessNumber(value);
}

/** The first of some members that is an object. */
export function membersIn(value: Members, names: readonly string[]): Members | null {
  for (const name of names) {
    const found = value[name];
    if (isMembers(found)) return found;
  }
  return null;
}

/** The first of some members that is a text; empty ones count. */
export function textIn(value: Members, names: readonly string[]): string | null {
  for (const name of names) {
    const found = value[name];
    if (typeof found === "string") return found;
  }
  return null;
}
