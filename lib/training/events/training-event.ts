import type { z } from "zod";
import type { trainingJobEvent } from "@/lib/api/contract/training/training-jobs";
import { parseTime } from "@/lib/format/time";

/** An event of a job as pages read it. */
export interface TrainingEvent {
  readonly id: string;
  /** One of the four types that clients know, or a type of the service's own. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When it happened, where the service tells; otherwise when it arrived, where it arrived while being waited for. */
  readonly timeMs: number | null;
}

/** An event whose numbers were read as doubles, with the line that has all of their digits. */
export interface StreamedEvent extends TrainingEvent {
  readonly line: string;
}

/** @param arrivedMs when it came; null where it was there before anybody looked, so that its time is not known */
export function readEvent(event: z.infer<typeof trainingJobEvent>, arrivedMs: number | null): TrainingEvent {
  return { id: event.id, type: event.type, data: event.data, timeMs: parseTime(event.created_at) ?? arrivedMs };
}

/** After such an event there is never another one. */
export function isTerminal({ type }: TrainingEvent): boolean {
  return type === "training_ended" || type === "training_failed";
}

/** What a failed job says; null for other events and where it says nothing. */
export function failureMessage(event: TrainingEvent | undefined): string | null {
  const message = event?.type === "training_failed" ? event.data.error_message : null;
  return typeof message === "string" && message !== "" ? message : null;
}
