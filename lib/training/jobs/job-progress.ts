import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import type { EventLog } from "@/lib/training/events/event-log";
import { isTerminal, type TrainingEvent } from "@/lib/training/events/training-event";

/** How far a job is, out of its events. */
export interface JobProgress {
  readonly doneSteps: number;
  /** What the trainer announced; null before it did. */
  readonly totalSteps: number | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Mean time between the last gradient steps; null before there were two with times. */
  readonly stepMs: number | null;
  /** When it will have done all steps; null where that cannot be said. */
  readonly etaMs: number | null;
  /** Time since the last event, once it is three times as long as a step takes; null before. */
  readonly silentMs: number | null;
}

/** So many of the last gradient steps say how long one takes. */
const LAST_STEPS = 20;
/** A step that takes so many times longer than the others is worth a word. */
const SILENCE_FACTOR = 3;
/** Quick steps come in packs: a shorter silence says nothing. */
const MIN_SILENCE_MS = 5000;

export function jobProgress(log: EventLog, nowMs: number): JobProgress {
  const { started, last, gradientSteps: doneSteps } = log;
  const isOver = last !== null && isTerminal(last);
  const steps = lastStepTimes(log);
  const announced = plainNumber(started?.data.num_sequences);
  const totalSteps = typeof announced === "number" ? announced : null;
  const stepMs = meanGap(steps);
  const silence = last?.timeMs == null || isOver ? null : nowMs - last.timeMs;
  const isSilent = silence !== null && silence > Math.max(MIN_SILENCE_MS, SILENCE_FACTOR * (stepMs ?? 0));
  const left = totalSteps === null ? null : totalSteps - doneSteps;
  return {
    doneSteps,
    totalSteps,
    startedMs: started?.timeMs ?? null,
    endedMs: isOver ? last.timeMs : null,
    stepMs,
    etaMs: isOver || stepMs === null || left === null || left <= 0 ? null : left * stepMs,
    silentMs: isSilent ? silence : null,
  };
}

/** The state of a job whose service tells nothing but events. */
export function statusFromEvents(events: readonly TrainingEvent[]): JobStatus {
  const last = events.at(-1);
  if (last?.type === "training_ended") return "completed";
  if (last?.type === "training_failed") return "failed";
  return events.length > 0 ? "running" : "queued";
}

/** Times of the last gradient steps, the newest first. */
function lastStepTimes(log: EventLog): readonly number[] {
  const times: number[] = [];
  for (let index = log.count - 1; index >= 0 && times.length <= LAST_STEPS; index -= 1) {
    if (log.typeAt(index) !== "gradient_step") continue;
    const timeMs = log.timeAt(index);
    // Behind a step without a time nothing is known of how long the others took.
    if (timeMs === null) break;
    times.push(timeMs);
  }
  return times;
}

function meanGap(times: readonly number[]): number | null {
  const [newest, oldest] = [times[0], times.at(-1)];
  if (newest === undefined || oldest === undefined || times.length < 2) return null;
  return (newest - oldest) / (times.length - 1);
}
