/** The events that messages can be sent for. Each is the `type` of its message. */
export const EVENT_KINDS = [
  "call.failed",
  "evaluation.ended",
  "training_run.ended",
  "review_queue.done",
  "issue.opened",
  "watch.firing",
  "disk.low",
  "object.version_created",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];
