import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";

/** A rollout that ended in an exception. It has no messages: only the exception was sent. */
export interface RolloutException {
  /** Returns `ValueError` for `<class 'ValueError'>`. */
  readonly type: string;
  readonly message: string;
  readonly traceback: string;
}

/** Returns the exceptions of a group as any client sends them. */
export function readExceptions(exceptions: readonly unknown[] | null | undefined): readonly RolloutException[] {
  return (exceptions ?? []).map((item) => {
    if (!isMembers(item)) return { type: "Exception", message: textOf(item), traceback: "" };
    const name = /^<class '(?:.*\.)?([^.']+)'>$/.exec(textOf(item.type))?.[1] ?? textOf(item.type);
    return { type: name || "Exception", message: textOf(item.message), traceback: textOf(item.traceback) };
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : stringifyJson(value);
}
