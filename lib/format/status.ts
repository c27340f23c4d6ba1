/** A status, as a glyph shows it. `unknown` is a call without a recorded end. */
export type Status =
  | "ok"
  | "error"
  | "descendant-error"
  | "warning"
  | "running"
  | "queued"
  | "cancelled"
  | "unsupported"
  | "unknown";

const statusNames: Record<Status, string> = {
  ok: "ok",
  error: "error",
  "descendant-error": "error inside",
  warning: "warning",
  running: "running",
  queued: "queued",
  cancelled: "cancelled",
  unsupported: "not supported",
  unknown: "unknown",
};

/** Returns the text name of a status, for lists and filters. */
export function statusName(status: Status): string {
  return statusNames[status];
}
