import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { seriesPath, visitNumbers } from "./event-numbers";
import { packId, WORDS_PER_ID } from "./packed-id";
import { isTerminal, type StreamedEvent, type TrainingEvent } from "./training-event";

/** Consecutive events as columns: a worker transfers them to its page without a copy. */
export interface EventChunk {
  readonly count: number;
  /** Four words for each event, zeros where its id is in `idTexts`. */
  readonly idWords: Uint32Array<ArrayBuffer>;
  readonly idTexts: ReadonlyMap<number, string>;
  readonly typeNames: readonly string[];
  /** Indexes in `typeNames`. */
  readonly types: Uint32Array<ArrayBuffer>;
  /** NaN where the time is unknown. */
  readonly timesMs: Float64Array<ArrayBuffer>;
  readonly series: readonly ChunkSeries[];
  /** The data of some events as JSON, by index. */
  readonly texts: ReadonlyMap<number, string>;
}

/** The values of a numeric path, and the indexes of their events, in order. */
interface ChunkSeries {
  readonly path: string;
  readonly places: Uint32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

/** Number of gradient steps, and of other events, kept with their full data: the newest of each. */
export const MAX_CACHED_TEXTS = 500;
/** Longer data is not kept but read from the service on request. */
const MAX_TEXT_LENGTH = 16_384;

export function packEvents(events: readonly (TrainingEvent | StreamedEvent)[]): EventChunk {
  const idWords = new Uint32Array(events.length * WORDS_PER_ID);
  const idTexts = new Map<number, string>();
  const typePlaces = new Map<string, number>();
  const types = new Uint32Array(events.length);
  const timesMs = new Float64Array(events.length);
  const series = new Map<string, { places: number[]; values: number[] }>();
  for (const [place, event] of events.entries()) {
    const words = packId(event.id);
    if (words) idWords.set(words, place * WORDS_PER_ID);
    else idTexts.set(place, event.id);
    const type = typePlaces.get(event.type) ?? typePlaces.size;
    typePlaces.set(event.type, type);
    types[place] = type;
    timesMs[place] = event.timeMs ?? Number.NaN;
    visitNumbers(event, (name, value) => {
      const path = seriesPath(event.type, name);
      const column = series.get(path) ?? { places: [], values: [] };
      series.set(path, column);
      column.places.push(place);
      column.values.push(value);
    });
  }
  return {
    count: events.length,
    idWords,
    idTexts,
    types,
    timesMs,
    texts: textsOf(events),
    typeNames: [...typePlaces.keys()],
    series: [...series].map(([path, { places, values }]) => ({
      path,
      places: Uint32Array.from(places),
      values: Float64Array.from(values),
    })),
  };
}

/** Returns the parts of a chunk that are transferred to another thread instead of copied. */
export function chunkBuffers({ idWords, types, timesMs, series }: EventChunk): ArrayBuffer[] {
  const columns = series.flatMap(({ places, values }) => [places.buffer, values.buffer]);
  return [idWords.buffer, types.buffer, timesMs.buffer, ...columns];
}

/** The newest steps and the newest others; the first and last event of a job always, whatever their size. */
function textsOf(events: readonly (TrainingEvent | StreamedEvent)[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  let [steps, others] = [0, 0];
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const event = events[place];
    if (!event) continue;
    const isStep = event.type === "gradient_step";
    const isAlways = event.type === "training_started" || isTerminal(event);
    if (!isAlways && (isStep ? steps : others) >= MAX_CACHED_TEXTS) continue;
    const text = exactData(event);
    if (!isAlways && text.length > MAX_TEXT_LENGTH) continue;
    texts.set(place, text);
    if (isStep) steps += 1;
    else others += 1;
  }
  return texts;
}

/** Returns the data of an event with all digits of its numbers. */
function exactData(event: TrainingEvent | StreamedEvent): string {
  if (!("line" in event)) return stringifyJson(event.data);
  // The line was already parsed as an event, so it is an object with data.
  return stringifyJson((parseJson(event.line) as { readonly data: unknown }).data);
}
