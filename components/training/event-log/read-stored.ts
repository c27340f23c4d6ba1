import type { StreamSummary } from "@/lib/api/client/json-lines";
import { streamOperation } from "@/lib/api/client/service-client";
import { readEvent, type TrainingEvent } from "../training-event";
import { type EventChunk, packEvents } from "./event-chunk";

/** Which events of which job, and by whose connection. */
export interface EventsAddress {
  readonly connectionId: string;
  readonly jobId: string;
  /** Id of the last event that is there already. */
  readonly after: string | null;
  /** The time of events that the service tells none of; null where that is not known. */
  readonly arrivedMs: number | null;
}

const FIRST_CHUNK = 500;
/** A chunk is as large as all before it together: a page that draws each of them does linear work in all. */
const LONGEST_WAIT_MS = 1000;

/**
 * Streams the events of a job that the service has after the last known one, in chunks of growing size.
 *
 * @throws RequestFailure, AbortError when stopped before the answer began
 */
export async function readStored(
  { connectionId, jobId, after, arrivedMs }: EventsAddress,
  onChunk: (chunk: EventChunk) => void,
  signal?: AbortSignal,
): Promise<StreamSummary> {
  let waiting: TrainingEvent[] = [];
  let handedOn = 0;
  let handedAtMs = performance.now();
  const handOn = () => {
    if (waiting.length === 0) return;
    onChunk(packEvents(waiting));
    handedOn += waiting.length;
    handedAtMs = performance.now();
    waiting = [];
  };
  const body = { training_job_id: jobId, after };
  const request = signal ? { body, signal } : { body };
  const summary = await streamOperation(connectionId, "trainingJobs.streamEvents", request, (events) => {
    for (const event of events) waiting.push(readEvent(event, arrivedMs));
    const isEnough = waiting.length >= Math.max(FIRST_CHUNK, handedOn);
    if (isEnough || performance.now() - handedAtMs > LONGEST_WAIT_MS) handOn();
  });
  handOn();
  return summary;
}
