import type { EventKind } from "@/lib/api/contract/watches/event-kinds";

/** What events are called. */
export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  "call.failed": "Call failed",
  "evaluation.ended": "Evaluation ended",
  "training_run.ended": "Training run ended",
  "review_queue.done": "Review queue done",
  "issue.opened": "Issue is new or back",
  "watch.firing": "Watch fires",
  "disk.low": "Disk runs out of space",
  "object.version_created": "New version of an object",
};
