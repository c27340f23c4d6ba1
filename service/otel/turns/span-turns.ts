import type { SpanTurn, TurnSpan } from "@/service/otel/span-threads";
import type { TurnPart } from "@/service/store/calls/call-parts";
import type { CallWriter } from "@/service/store/calls/call-writer";
import type { Store } from "@/service/store/engine/store";
import { hashesOf, StoredIds } from "@/service/store/ids/stored-ids";
import { readStoredSpans } from "./stored-spans";
import { type ChangedTurn, TraceTurns } from "./trace-turns";

interface SpanTurnsOptions {
  /**
   * The maximum number of spans in memory, about 300 bytes each. Spans of other traces are read again when those
   * continue.
   */
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
  /**
   * Called when storing the spans has succeeded or failed. After a failure their traces are dropped from memory, and
   * read when they continue. Resolves when the turns of traces are right of which another process stored spans meanwhile.
   */
  readonly end: (isStored: boolean) => Promise<void>;
}

/** A trace in memory. */
interface Remembered {
  readonly turns: TraceTurns;
  /** The number of requests that are being stored: before that, the trace cannot be read again. */
  requests: number;
  /** True when a part of it may not have been stored, or another process has stored more of it. */
  isInDoubt: boolean;
  /** True when another process has stored spans of it while requests were being stored. */
  isElsewhere: boolean;
}

interface NamedTrace {
  readonly projectId: string;
  readonly traceId: string;
}

const TRACE_IDS = ["SELECT DISTINCT trace_id AS id FROM call_rows"];

/** A trace that other processes write all the time is read again when it continues. */
const MAX_READINGS = 5;

/** No project id contains a space. */
const keyOf = ({ projectId, traceId }: NamedTrace) => `${projectId} ${traceId}`;

/**
 * Finds the turns of spans across requests. Exporters send spans in the order of their ends, so children arrive before
 * the parent that names their thread, possibly minutes before. When it arrives, the turns of the spans below it are
 * stored as parts of
 * their calls, of which the newest count: their rows and all sums of them remain as they are.
 *
 * Traces stay in memory while there is space. Others are read from the store when they continue. New traces need no
 * query: the ids of all traces are in memory, in three bytes each.
 */
export class SpanTurns {
  readonly #calls: CallStore;
  readonly #maxSpans: number;
  readonly #stored = new StoredIds();
  /** Ordered by their last use. */
  readonly #traces = new Map<string, Remembered>();
  readonly #reading = new Map<string, Promise<void>>();
  /** Traces of which another process stored something while they are read. */
  readonly #outdated = new Set<string>();
  #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  /** The keys of traces in memory by a hash of their id, where other processes store spans too. */
  readonly #keysByHash = new Map<number, Set<string>>();
  readonly #isShared: boolean;
  #spans = 0;
  #filling: Promise<void> = Promise.resolve();

  constructor(calls: CallStore, { remembered = 50_000 }: SpanTurnsOptions = {}) {
    this.#calls = calls;
    this.#maxSpans = remembered;
    this.#isShared = calls.calls.isShared;
    if (this.#isShared) calls.calls.onTracesElsewhere((traces) => this.#noteElsewhere(traces));
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
    // Most requests are decided at once. While traces are read, others may be dropped from memory.
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
      end: (isStored) => this.#end(traces, isStored),
    };
  }

  /** Returns the traces that may have spans outside of the memory. */
  #unread<Trace extends NamedTrace>(traces: ReadonlyMap<string, Trace>): Trace[] {
    return [...traces].flatMap(([key, trace]) => {
      const known = this.#traces.get(key);
      const isKnown = known ? !known.isInDoubt : !this.#stored.add(trace.traceId);
      return isKnown ? [] : [trace];
    });
  }

  #use(key: string): Remembered {
    const trace = this.#traces.get(key) ?? newTrace(new TraceTurns());
    this.#traces.delete(key);
    this.#remember(key, trace);
    trace.requests += 1;
    return trace;
  }

  /** Reads the spans of a trace once for all callers. */
  #read(trace: NamedTrace): Promise<void> {
    const key = keyOf(trace);
    // The trace is in doubt: it is dropped from memory when its pending requests have ended.
    if (this.#traces.has(key)) return new Promise((resolve) => this.#waiting.push(resolve));
    const running = this.#reading.get(key);
    if (running) return running;
    const reading = this.#restore(trace).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #restore(trace: NamedTrace): Promise<void> {
    const key = keyOf(trace);
    this.#name(key);
    for (let reading = 0; reading < MAX_READINGS; reading += 1) {
      this.#outdated.delete(key);
      const stored = await readStoredSpans(this.#calls.store, trace.projectId, trace.traceId);
      const turns = new TraceTurns();
      const changed = turns.restore(stored);
      // The remainder of a request that a crash cut off, or spans from an earlier version or another process.
      await this.#calls.calls.write(partsOf(trace.projectId, changed));
      if (this.#outdated.has(key)) continue;
      // Nothing was stored of a trace that was new for an earlier request.
      if (this.#traces.has(key)) return;
      this.#remember(key, newTrace(turns));
      this.#spans += turns.size;
      return;
    }
    if (!this.#traces.has(key)) this.#unname(key);
  }

  async #end(traces: ReadonlyMap<string, NamedTrace>, isStored: boolean): Promise<void> {
    const elsewhere: NamedTrace[] = [];
    for (const [key, named] of traces) {
      const trace = this.#traces.get(key);
      if (!trace) continue;
      trace.requests -= 1;
      trace.isInDoubt ||= !isStored;
      if (trace.isElsewhere && isStored) elsewhere.push(named);
      if (trace.isInDoubt && trace.requests === 0) this.#forget(key, trace);
    }
    this.#settle();
    // Its spans and those of the other process were decided without each other, and both are stored now.
    for (const trace of elsewhere) await this.#read(trace);
  }

  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    for (const [key, trace] of this.#traces) {
      if (this.#spans <= this.#maxSpans) return;
      if (trace.requests === 0) this.#forget(key, trace);
    }
  }

  #remember(key: string, trace: Remembered): void {
    this.#traces.set(key, trace);
    this.#name(key);
  }

  /** Begins to listen for other processes that store spans of a trace. */
  #name(key: string): void {
    if (!this.#isShared) return;
    const hash = hashOf(traceIdOf(key));
    const keys = this.#keysByHash.get(hash);
    if (keys) keys.add(key);
    else this.#keysByHash.set(hash, new Set([key]));
  }

  #forget(key: string, { turns }: Remembered): void {
    this.#traces.delete(key);
    this.#spans -= turns.size;
    this.#unname(key);
  }

  #unname(key: string): void {
    if (!this.#isShared) return;
    const hash = hashOf(traceIdOf(key));
    const keys = this.#keysByHash.get(hash);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByHash.delete(hash);
  }

  /** What another process stores of a trace is read when the trace continues, and when its requests have ended. */
  #noteElsewhere(traces: Uint32Array): void {
    for (let at = 0; at + 1 < traces.length; at += 2) {
      const [first = 0, second = 0] = traces.subarray(at, at + 2);
      this.#stored.addHashes(first, second);
      for (const key of this.#keysByHash.get(numberOf(first, second)) ?? []) {
        if (this.#reading.has(key)) this.#outdated.add(key);
        const trace = this.#traces.get(key);
        if (!trace) continue;
        trace.isInDoubt = true;
        trace.isElsewhere = true;
        if (trace.requests === 0) this.#forget(key, trace);
      }
    }
  }
}

const newTrace = (turns: TraceTurns): Remembered => ({ turns, requests: 0, isInDoubt: false, isElsewhere: false });

const traceIdOf = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** One number that stands for both hashes of an id; different ids may share it. */
const numberOf = (first: number, second: number): number => first * 2 ** 20 + (second >>> 12);

function hashOf(id: string): number {
  const [first, second] = hashesOf(id);
  return numberOf(first, second);
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
