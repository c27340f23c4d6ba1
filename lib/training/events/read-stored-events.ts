import { readJsonLines, type StreamSummary } from "@/lib/api/client/json-lines";
import { openOperationRow } from "@/lib/api/client/row-client";
import { trainingOperations } from "@/lib/api/contract/training/training-job-operations";
import { trainingJobEvent } from "@/lib/api/contract/training/training-jobs";
import { type EventChunk, packEvents } from "./event-chunk";
import { readEvent, type StreamedEvent } from "./training-event";

/** The events to read, with their job and connection. */
export interface EventsAddress {
  readonly connectionId: string;
  readonly jobId: string;
  /** Id of the last event already loaded. */
  readonly after: string | null;
  /** The time of events that the service reports without one; null if unknown. */
  readonly arrivedMs: number | null;
}

/** Small first chunks show the first charts early, and no chunk blocks the page for long. */
const FIRST_CHUNK = 500;
const MAX_CHUNK_EVENTS = 5000;
const MAX_WAIT_MS = 1000;

/**
 * Streams the events of a job after the last known one, in chunks of growing size, with numbers as doubles.
 *
 * @throws RequestFailure, AbortError when stopped before the response began
 */
export async function readStored(
  { connectionId, jobId, after, arrivedMs }: EventsAddress,
  onChunk: (chunk: EventChunk) => void,
  signal?: AbortSignal,
): Promise<StreamSummary> {
  let waiting: StreamedEvent[] = [];
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
  const answer = await openOperationRow(connectionId, trainingOperations["trainingJobs.streamEvents"], request);
  const parseRow = (value: unknown): StreamedEvent => {
    const { line, json } = value as ParsedLine;
    return { ...readEvent(trainingJobEvent.parse(json), arrivedMs), line };
  };
  const onRows = (events: readonly StreamedEvent[]) => {
    for (const event of events) waiting.push(event);
    const isEnough = waiting.length >= Math.min(MAX_CHUNK_EVENTS, Math.max(FIRST_CHUNK, handedOn));
    if (isEnough || performance.now() - handedAtMs > MAX_WAIT_MS) handOn();
  };
  const summary = await readJsonLines(answer, parseRow, onRows, undefined, parseLine);
  handOn();
  return summary;
}

interface ParsedLine {
  readonly line: string;
  readonly json: unknown;
}

/** Columns contain doubles: the native parser is about ten times faster than the exact one. */
function parseLine(line: string): ParsedLine {
  return { line, json: JSON.parse(line) };
}
