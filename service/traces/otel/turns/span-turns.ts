import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { SpanPlaces } from "@/service/traces/otel/span-places";
import { type SpanTurn, type TurnSpan, UNSEEN } from "@/service/traces/otel/span-threads";
import type { LaterPart } from "@/service/traces/store/calls/call-parts";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import type { Store } from "@/service/traces/store/engine/store";
import { hashesOf, StoredIds } from "@/service/traces/store/ids/stored-ids";
import { CallIds } from "./call-ids";
import { enclosingTraces, MAX_READ_TRACES, readStoredSpans } from "./stored-spans";
import { type ChangedTurn, type StoredTurn, TraceTurns } from "./trace-turns";

interface SpanTurnsOptions {
  /**
   * The number of spans in memory, about 300 bytes each. A trace of which nothing came while as many others came is
   * forgotten, and read again when it continues; one that grows stays, up to {@link HELD_FACTOR} times as many in all.
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

/** Reading a large trace again for each of its requests takes a hundred times as long as keeping it. */
const HELD_FACTOR = 8;

/** A trace in memory. */
interface Remembered {
  readonly turns: TraceTurns;
  readonly ids: CallIds;
  readonly places: SpanPlaces;
  /** How many spans had been received when it was used last. */
  usedAt: number;
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
  readonly spans: TurnSpan[];
}

const TRACE_IDS = ["SELECT DISTINCT trace_id AS id FROM call_rows"];

/** The spans that calls name, as their own or as their parent, with the project in which they do. */
const NAMED_SPANS = [
  "SELECT concat(id, project_id) AS id FROM call_rows WHERE length(id) = 16",
  "SELECT DISTINCT concat(parent_id, project_id) AS id FROM call_rows WHERE length(parent_id) = 16",
];

/** A span is named twice, and the ids of calls are looked up only beyond 32 filters. */
const NAMED_FILTERS = 64;

/** Traces whose ids are remembered after a request that failed. */
const MAX_FAILED_TRACES = 1_000;

/** A trace that other processes write all the time is read again when it continues. */
const MAX_READINGS = 5;

/** No project id contains a space. */
const keyOf = (projectId: string, traceId: string) => `${projectId} ${traceId}`;

/**
 * Finds the turns of spans across requests. Exporters send spans in the order of their ends, so children arrive before
 * the parent that names their thread, possibly minutes before. When it arrives, the turns of the spans below it are
 * stored as parts of
 * their calls, of which the newest count: their rows and all sums of them remain as they are.
 *
 * Traces stay in memory while there is space. Others are read from the store when they continue. New traces need no
 * query: the ids of all traces are in memory, in three bytes each, and so are the spans that they name, since ids of
 * spans repeat in other traces; see docs/adr/0069-calls-of-spans.md.
 */
export class SpanTurns {
  readonly #calls: CallStore;
  readonly #maxSpans: number;
  readonly #stored = new StoredIds();
  readonly #named = new StoredIds({ maxFilters: NAMED_FILTERS });
  /** The ids of traces whose request failed: the next try gives the same. */
  readonly #failedIds = new Map<string, CallIds>();
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
  #received = 0;
  #filling: Promise<void> = Promise.resolve();

  constructor(calls: CallStore, { remembered = 50_000 }: SpanTurnsOptions = {}) {
    this.#calls = calls;
    this.#maxSpans = remembered;
    this.#isShared = calls.calls.isShared;
    if (this.#isShared) calls.calls.onTracesElsewhere((traces) => this.#noteElsewhere(traces));
  }

  /**
   * Begins to read the ids of all traces, without which the spans of every trace are looked up, and of the spans that
   * they name, without which the writer of calls finds out which ids are taken.
   */
  start(): void {
    const { store } = this.#calls;
    const { signal } = this.#closing;
    this.#filling = this.#stored
      .fill(store, signal, TRACE_IDS)
      .then(() => this.#named.fill(store, signal, NAMED_SPANS))
      .catch(() => undefined);
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
      await this.#read(unread);
    }
    this.#received += projectBySpan.size;
    const turns = new Map<TurnSpan, SpanTurn>();
    const parts: LaterPart[] = [];
    for (const [key, { projectId, spans }] of traces) {
      const trace = this.#use(key);
      const before = trace.turns.size;
      this.#nameCalls(projectId, trace.ids, spans);
      trace.places.add(spans, (spanId) => trace.turns.has(spanId));
      parts.push(...partsOf(projectId, trace, trace.turns.add(spans, turns)));
      this.#spans += trace.turns.size - before;
      const { renamed: callIds } = trace.ids;
      if (callIds.size === 0 && trace.places.isEmpty) continue;
      for (const span of spans) turns.set(span, trace.places.placed(span, { ...(turns.get(span) ?? UNSEEN), callIds }));
    }
    return {
      turns,
      correct: () => this.#calls.calls.write(parts),
      end: (isStored) => this.#end(traces, isStored),
    };
  }

  #nameCalls(projectId: string, ids: CallIds, spans: readonly TurnSpan[]): void {
    const isTaken = (spanId: string) => this.#named.mark(`${spanId}${projectId}`);
    for (const { spanId, parentId } of spans) {
      ids.name(spanId, isTaken);
      if (parentId !== null) ids.name(parentId, isTaken);
    }
  }

  /** Returns the traces that may have spans outside of the memory. */
  #unread(traces: ReadonlyMap<string, NamedTrace>): NamedTrace[] {
    return [...traces].flatMap(([key, trace]) => {
      const known = this.#traces.get(key);
      return (known ? known.isInDoubt : this.#mayBeStored(trace)) ? [trace] : [];
    });
  }

  /**
   * Of a trace whose calls are in that of an SDK's call, only the latter is known to have been stored before the start, and
   * its own only since.
   */
  #mayBeStored({ traceId, spans }: NamedTrace): boolean {
    const isStored = this.#stored.add(traceId);
    return isStored || [...enclosingTraces(spans)].some((id) => this.#stored.has(id));
  }

  #use(key: string): Remembered {
    const trace = this.#traces.get(key) ?? newTrace(new TraceTurns(), this.#idsOf(key), new SpanPlaces());
    this.#traces.delete(key);
    this.#remember(key, trace);
    trace.requests += 1;
    trace.usedAt = this.#received;
    return trace;
  }

  /** Reads the spans of traces, each once for all callers, and many with one query. */
  async #read(traces: readonly NamedTrace[]): Promise<void> {
    const others: Promise<void>[] = [];
    const byProject = new Map<string, NamedTrace[]>();
    for (const trace of traces) {
      const key = keyOf(trace.projectId, trace.traceId);
      const running = this.#reading.get(key);
      // The trace is in doubt: it is dropped from memory when its pending requests have ended.
      if (this.#traces.has(key)) others.push(new Promise((resolve) => this.#waiting.push(resolve)));
      else if (running) others.push(running);
      else byProject.set(trace.projectId, [...(byProject.get(trace.projectId) ?? []), trace]);
    }
    for (const [projectId, own] of byProject) {
      for (const some of chunksOf(own, MAX_READ_TRACES)) others.push(this.#readNow(projectId, some));
    }
    await Promise.all(others);
  }

  #readNow(projectId: string, traces: readonly NamedTrace[]): Promise<void> {
    const keys = traces.map(({ traceId }) => keyOf(projectId, traceId));
    const reading = this.#restore(projectId, traces).finally(() => {
      for (const key of keys) this.#reading.delete(key);
    });
    for (const key of keys) this.#reading.set(key, reading);
    return reading;
  }

  async #restore(projectId: string, traces: readonly NamedTrace[]): Promise<void> {
    let left = traces.map((trace) => ({ ...trace, key: keyOf(projectId, trace.traceId) }));
    for (const { key } of left) this.#name(key);
    for (let reading = 0; reading < MAX_READINGS && left.length > 0; reading += 1) {
      for (const { key } of left) this.#outdated.delete(key);
      const readings = left.map(({ key, traceId, spans }) => {
        const memory = { ids: this.#idsOf(key), places: new SpanPlaces() };
        return { key, traceId, sent: spans, ...memory, stored: new Map<TurnSpan, StoredTurn>() };
      });
      await readStoredSpans(this.#calls.store, projectId, readings);
      const restored = readings.map(({ key, ids, places, stored }) => {
        const turns = new TraceTurns();
        // The remainder of a request that a crash cut off, or spans from an earlier version or another process.
        return { key, ids, places, turns, parts: partsOf(projectId, { ids, turns }, turns.restore(stored)) };
      });
      await this.#calls.calls.write(restored.flatMap(({ parts }) => parts));
      left = left.filter(({ key }) => this.#outdated.has(key));
      for (const { key, turns, ids, places } of restored) {
        // Nothing was stored of a trace that was new for an earlier request.
        if (this.#outdated.has(key) || this.#traces.has(key)) continue;
        this.#remember(key, newTrace(turns, ids, places));
        this.#spans += turns.size;
      }
    }
    for (const { key } of left) if (!this.#traces.has(key)) this.#unname(key);
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
    if (elsewhere.length > 0) await this.#read(elsewhere);
  }

  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    for (const [key, trace] of this.#traces) {
      if (this.#spans <= this.#maxSpans) return;
      const isRecent = this.#received - trace.usedAt < this.#maxSpans;
      if (isRecent && this.#spans <= HELD_FACTOR * this.#maxSpans) return;
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

  /** Returns the ids that a trace had in a request that failed, else new ones. */
  #idsOf(key: string): CallIds {
    const failed = this.#failedIds.get(key);
    this.#failedIds.delete(key);
    return failed ?? new CallIds(traceIdOf(key));
  }

  #forget(key: string, { turns, ids, isInDoubt }: Remembered): void {
    this.#traces.delete(key);
    if (isInDoubt && this.#failedIds.size < MAX_FAILED_TRACES) this.#failedIds.set(key, ids);
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

const newTrace = (turns: TraceTurns, ids: CallIds, places: SpanPlaces): Remembered => ({
  ...{ turns, ids, places, usedAt: 0, requests: 0, isInDoubt: false, isElsewhere: false },
});

const traceIdOf = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** One number that stands for both hashes of an id; different ids may share it. */
const numberOf = (first: number, second: number): number => first * 2 ** 20 + (second >>> 12);

function hashOf(id: string): number {
  const [first, second] = hashesOf(id);
  return numberOf(first, second);
}

function groupByTrace(projectBySpan: ReadonlyMap<TurnSpan, string>) {
  const traces = new Map<string, NamedTrace>();
  let last: NamedTrace | undefined;
  for (const [span, projectId] of projectBySpan) {
    const { traceId } = span;
    // The spans of a trace usually come one after the other.
    if (last?.traceId !== traceId || last.projectId !== projectId) {
      const key = keyOf(projectId, traceId);
      last = traces.get(key) ?? { projectId, traceId, spans: [] };
      traces.set(key, last);
    }
    last.spans.push(span);
  }
  return traces;
}

function partsOf(
  projectId: string,
  { ids, turns }: Pick<Remembered, "ids" | "turns">,
  changed: readonly ChangedTurn[],
): LaterPart[] {
  const tops = turns.takeTopChanges();
  return [
    ...changed.map(
      ({ spanId, turnId, ...turn }): LaterPart => ({
        ...{ part: "turn", projectId, id: ids.callOf(spanId), turnId: turnId && ids.callOf(turnId), ...turn },
      }),
    ),
    ...tops.map(({ spanId, isTop }): LaterPart => ({ part: "top", projectId, id: ids.callOf(spanId), isTop })),
  ];
}
