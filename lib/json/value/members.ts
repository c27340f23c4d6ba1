import { isLosslessNumber } from "lossless-json";
import { isJsonObject } from "@/lib/guard/json-object";

export type Members = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object with named members. */
export function isMembers(value: unknown): value is Members {
  return isJsonObject(value) && !isLosslessNumber(value);
}

/** Returns the first of some members that is an object. */
export function membersIn(value: Members, names: readonly string[]): Members | null {
  for (const name of names) {
    const text = value[name];
    if (isMembers(text)) return text;
  }
  return null;
}

/** Returns the first of some members that is a string; empty ones count. */
export function textIn(value: Members, names: readonly string[]): string | null {
  for (const name of names) {
    const member = value[name];
    if (typeof member === "string") return member;
  }
  return null;
}
