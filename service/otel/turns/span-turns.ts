import type { SpanTurn, TurnSpan } from "@/service/otel/span-threads";
import type { TurnPart } from "@/service/store/calls/call-parts";
import type { CallWriter } from "@/service/store/calls/call-writer";
import { StoredIds } from "@/service/store/calls/stored-ids";
import type { Store } from "@/service/store/engine/store";
import { readStoredSpans } from "./stored-spans";
import { type ChangedTurn, TraceTurns } from "./trace-turns";

interface SpanTurnsOptions {
  /** Spans whose traces are remembered, about 300 bytes each. The spans of others are read again when they continue. */
  readonly remembered?: number;
}

interface CallStore {
  readonly store: Store;
  readonly calls: CallWriter;
}

/** The turns of the spans of a request, decided in the order in which requests come. */
interface DecidedSpans {
  readonly turns: ReadonlyMap<TurnSpan, SpanTurn>;
  /** Stores the new turns of earlier spans. Resolves when they are on disk. */
  readonly correct: () => Promise<void>;
  /** Called when the spans are stored, or not: then their traces are forgotten, and read when they continue. */
  readonly end: (isStored: boolean) => void;
}

/** A trace that is remembered. */
interface Remembered {
  readonly turns: TraceTurns;
  /** Requests that are being stored: until they are, the trace cannot be read again. */
  requests: number;
  /** Something of it may not have been stored. */
  isInDoubt: boolean;
}

interface NamedTrace {
  readonly projectId: string;
  readonly traceId: string;
}

const TRACE_IDS = ["SELECT DISTINCT trace_id AS id FROM call_rows"];

/** No project id contains a space. */
const keyOf = ({ projectId, traceId }: NamedTrace) => `${projectId} ${traceId}`;

/**
 * Finds the turns of spans across requests. Exporters send what ended first, so children come before the parent that
 * names their thread, and perhaps minutes before. When it comes, the turns of the spans below it are stored as parts of
 * their calls, of which the newest count: their rows and all sums of them remain as they are.
 *
 * Traces are remembered while there is space. Others are read from the store when they continue, which is known without
 * asking: the ids of all traces are in memory, in three bytes each.
 */
export class SpanTurns {
  readonly #calls: CallStore;
  readonly #maxSpans: number;
  readonly #stored = new StoredIds();
  /** Those used last come last. */
  readonly #traces = new Map<string, Remembered>();
  readonly #reading = new Map<string, Promise<void>>();
  #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  #spans = 0;
  #filling: Promise<void> = Promise.resolve();

  constructor(calls: CallStore, { remembered = 50_000 }: SpanTurnsOptions = {}) {
    this.#calls = calls;
    this.#maxSpans = remembered;
  }

  /** Begins to read the ids of all traces. Without them the spans of every trace are looked up. */
  start(): void {
    const { store } = this.#calls;
    this.#filling = this.#stored.fill(store, this.#closing.signal, TRACE_IDS).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#filling;
  }

  /**
   * Decides the turns of the spans of one request.
   * @throws StoreError when the earlier spans of a trace cannot be read
   */
  async decide(projectBySpan: ReadonlyMap<TurnSpan, string>): Promise<DecidedSpans> {
    const traces = groupByTrace(projectBySpan);
    // Most requests are decided at once. While traces are read, others may be forgotten.
    for (let unread = this.#unread(traces); unread.length > 0; unread = this.#unread(traces)) {
      await Promise.all(unread.map((trace) => this.#read(trace)));
    }
    const turns = new Map<TurnSpan, SpanTurn>();
    const parts: TurnPart[] = [];
    for (const [key, { projectId, spans }] of traces) {
      const trace = this.#use(key);
      const before = trace.turns.size;
      parts.push(...partsOf(projectId, trace.turns.add(spans, turns)));
      this.#spans += trace.turns.size - before;
    }
    return {
      turns,
      correct: () => this.#calls.calls.write(parts),
      end: (isStored) => this.#end([...traces.keys()], isStored),
    };
  }

  /** Returns the traces that may have spans that are not remembered. */
  #unread<Trace extends NamedTrace>(traces: ReadonlyMap<string, Trace>): Trace[] {
    return [...traces].flatMap(([key, trace]) => {
      const known = this.#traces.get(key);
      const isKnown = known ? !known.isInDoubt : !this.#stored.add(trace.traceId);
      return isKnown ? [] : [trace];
    });
  }

  #use(key: string): Remembered {
    const trace = this.#traces.get(key) ?? { turns: new TraceTurns(), requests: 0, isInDoubt: false };
    this.#traces.delete(key);
    this.#traces.set(key, trace);
    trace.requests += 1;
    return trace;
  }

  /** Reads the spans of a trace once, whoever asks. */
  #read(trace: NamedTrace): Promise<void> {
    const key = keyOf(trace);
    // In doubt: it is forgotten when the requests that are being stored have ended.
    if (this.#traces.has(key)) return new Promise((resolve) => this.#waiting.push(resolve));
    const running = this.#reading.get(key);
    if (running) return running;
    const reading = this.#restore(trace).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #restore(trace: NamedTrace): Promise<void> {
    const stored = await readStoredSpans(this.#calls.store, trace.projectId, trace.traceId);
    const turns = new TraceTurns();
    const changed = turns.restore(stored);
    // What a crash has cut off, or an earlier version has left.
    await this.#calls.calls.write(partsOf(trace.projectId, changed));
    const key = keyOf(trace);
    // Of a trace that was new for an earlier request, nothing was stored.
    if (this.#traces.has(key)) return;
    this.#traces.set(key, { turns, requests: 0, isInDoubt: false });
    this.#spans += turns.size;
  }

  #end(keys: readonly string[], isStored: boolean): void {
    for (const key of keys) {
      const trace = this.#traces.get(key);
      if (!trace) continue;
      trace.requests -= 1;
      trace.isInDoubt ||= !isStored;
      if (trace.isInDoubt && trace.requests === 0) this.#forget(key, trace);
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    for (const [key, trace] of this.#traces) {
      if (this.#spans <= this.#maxSpans) return;
      if (trace.requests === 0) this.#forget(key, trace);
    }
  }

  #forget(key: string, { turns }: Remembered): void {
    this.#traces.delete(key);
    this.#spans -= turns.size;
  }
}

function groupByTrace(projectBySpan: ReadonlyMap<TurnSpan, string>) {
  const traces = new Map<string, NamedTrace & { readonly spans: TurnSpan[] }>();
  let last: (NamedTrace & { readonly spans: TurnSpan[] }) | undefined;
  for (const [span, projectId] of projectBySpan) {
    const { traceId } = span;
    // The spans of a trace usually come one after the other.
    if (last?.traceId !== traceId || last.projectId !== projectId) {
      const key = keyOf({ projectId, traceId });
      last = traces.get(key) ?? { projectId, traceId, spans: [] };
      traces.set(key, last);
    }
    last.spans.push(span);
  }
  return traces;
}

const partsOf = (projectId: string, changed: readonly ChangedTurn[]): TurnPart[] =>
  changed.map(({ spanId, ...turn }) => ({ part: "turn", projectId, id: spanId, ...turn }));
