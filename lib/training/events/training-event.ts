import type { z } from "zod";
import type { trainingJobEvent } from "@/lib/api/contract/training/training-jobs";
import { parseTime } from "@/lib/format/time";

/** An event of a job as pages show it. */
export interface TrainingEvent {
  readonly id: string;
  /** One of the four types that clients define, or a type of the service's own. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * The time of the event as the service reports it; otherwise its arrival time, if it arrived while being followed.
   */
  readonly timeMs: number | null;
}

/** An event whose numbers were parsed as doubles, with the line that contains all of their digits. */
export interface StreamedEvent extends TrainingEvent {
  readonly line: string;
}

/** @param arrivedMs when it arrived; null where it was stored before, so that its time is unknown */
export function readEvent(event: z.infer<typeof trainingJobEvent>, arrivedMs: number | null): TrainingEvent {
  return { id: event.id, type: event.type, data: event.data, timeMs: parseTime(event.created_at) ?? arrivedMs };
}

/** No event follows one of these. */
export function isTerminal({ type }: TrainingEvent): boolean {
  return type === "training_ended" || type === "training_failed";
}

/** Returns the message of a failed job; null for other events and where there is none. */
export function failureMessage(event: TrainingEvent | undefined): string | null {
  const message = event?.type === "training_failed" ? event.data.error_message : null;
  return typeof message === "string" && message !== "" ? message : null;
}
