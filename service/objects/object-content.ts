import { isJsonObject } from "@/lib/guard/json-object";
import { ForbiddenError, InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { ObjectKind } from "@/service/traces/store/objects/object-versions";

const OBJECT_ID = /^[\p{L}\p{N}_.-]{1,128}$/u;

/** @throws Forbidden when this is not a valid object name */
export function checkObjectId(objectId: string): void {
  if (OBJECT_ID.test(objectId)) return;
  throw new ForbiddenError(
    `Invalid object name ${JSON.stringify(objectId.slice(0, 200))}: 1 to 128 letters, digits, ".", "_" or "-".`,
  );
}

/** An op is published as a value of its own type. */
export function contentKindOf(value: unknown): ObjectKind {
  if (!isJsonObject(value) || value._type !== "CustomWeaveType") return "object";
  return isJsonObject(value.weave_type) && value.weave_type.type === "Op" ? "op" : "object";
}

/** Refs inside another server, which no outside client may write. */
const INTERNAL_REF = "weave-trace-internal:///";

/**
 * Checks all nested values of a value.
 * @throws InvalidRequestError for an internal ref of a server, or a file name that leads out of its folder
 */
export function checkContent(value: unknown): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === "string" && item.startsWith(INTERNAL_REF)) {
      throw new InvalidRequestError(
        `The value contains an internal ref (${INTERNAL_REF}…), which clients may not write.`,
      );
    }
    if (Array.isArray(item)) for (const part of item) waiting.push(part);
    else if (isJsonObject(item)) {
      if (item._type === "CustomWeaveType" && isJsonObject(item.files)) Object.keys(item.files).forEach(checkFileName);
      for (const part of Object.values(item)) waiting.push(part);
    }
  }
}

function checkFileName(name: string): void {
  if (!/^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(name)) return;
  throw new InvalidRequestError(
    `The file name ${JSON.stringify(name.slice(0, 200))} is absolute or leaves its folder.`,
  );
}
