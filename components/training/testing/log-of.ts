import { packEvents } from "../event-log/event-chunk";
import { EventLog } from "../event-log/event-log";
import type { TrainingEvent } from "../training-event";

/** A log with these events. */
export function logOf(events: readonly TrainingEvent[]): EventLog {
  const log = new EventLog();
  log.append(packEvents(events));
  return log;
}
