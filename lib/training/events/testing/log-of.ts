import { packEvents } from "@/lib/training/events/event-chunk";
import { EventLog } from "@/lib/training/events/event-log";
import type { TrainingEvent } from "@/lib/training/events/training-event";

/** Creates a log with these events. */
export function logOf(events: readonly TrainingEvent[]): EventLog {
  const log = new EventLog();
  log.append(packEvents(events));
  return log;
}
