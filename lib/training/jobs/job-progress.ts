import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import type { EventLog } from "@/lib/training/events/event-log";
import { isTerminal, type TrainingEvent } from "@/lib/training/events/training-event";

/** The progress of a job, from its events. */
export interface JobProgress {
  readonly doneSteps: number;
  /** The number of steps that the trainer announced; null before it did. */
  readonly totalSteps: number | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Mean time between the last gradient steps; null before two steps with times. */
  readonly stepMs: number | null;
  /** Estimated completion time; null where it cannot be estimated. */
  readonly etaMs: number | null;
  /** Time since the last event, once it exceeds three times the step duration; null before. */
  readonly silentMs: number | null;
}

/** Number of recent gradient steps used to measure the step duration. */
const LAST_STEPS = 20;
/** A silence of this many step durations is reported. */
const SILENCE_FACTOR = 3;
/** Fast steps arrive in batches: a shorter silence means nothing. */
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

/** The status of a job whose service reports only events. */
export function statusFromEvents(events: readonly TrainingEvent[]): JobStatus {
  const last = events.at(-1);
  if (last?.type === "training_ended") return "completed";
  if (last?.type === "training_failed") return "failed";
  return events.length > 0 ? "running" : "queued";
}

/** Times of the last gradient steps, newest first. */
function lastStepTimes(log: EventLog): readonly number[] {
  const times: number[] = [];
  for (let index = log.count - 1; index >= 0 && times.length <= LAST_STEPS; index -= 1) {
    if (log.typeAt(index) !== "gradient_step") continue;
    const timeMs = log.timeAt(index);
    // Steps before a step without a time cannot be measured.
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
