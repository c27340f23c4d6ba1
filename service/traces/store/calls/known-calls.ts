import { LRUCache } from "lru-cache";
import { chunksOf } from "@/service/kernel/concurrency/chunks";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, PARKED_AT } from "@/service/traces/store/engine/timestamps";
import { StoredIds } from "@/service/traces/store/ids/stored-ids";
import type { CallPart } from "./call-parts";
import type { CallVisibility } from "./call-visibility";

/** A row that a later one replaces: a running call, or an end whose start has not arrived. */
export interface OpenRow {
  readonly number: number;
  /** Its partition. */
  readonly generation: number;
}

/** The stored state of a call. A call with a start and without an open row is finished. */
export interface KnownCall {
  readonly startedAt: EngineTime | null;
  readonly open: OpenRow | null;
}

const unknownCall: KnownCall = { startedAt: null, open: null };

/** A call that retention removed: whatever is sent of it again is dropped, as for a finished call. */
const removedCall: KnownCall = { startedAt: PARKED_AT, open: null };

export const isFinished = ({ startedAt, open }: KnownCall): boolean => startedAt !== null && open === null;
export const isParked = ({ startedAt, open }: KnownCall): boolean => startedAt === null && open !== null;

type CallId = Pick<CallPart, "projectId" | "id">;

/** Joins the pair into one text: the length prefix distinguishes `a` + `bc` from `ab` + `c`. */
export function keyOf(call: CallId): string {
  return `${call.projectId.length}:${call.projectId}${call.id}`;
}

interface CachedCall extends KnownCall {
  readonly cachedAtMs: number;
}

/** Ids of one look-up: a server refuses a parameter of more than 128 kB. */
const MAX_LOOKED_UP = 2_000;

/** A client's clock may be this far ahead of ours before a look-up is wrongly skipped. */
const CLOCK_SKEW_MS = 10_000;

/**
 * Knows the ids of all calls, and what is stored of those that run. Others are looked up: calls that have ended and are
 * sent again, and those that run and were forgotten.
 */
export class KnownCalls {
  readonly #store: Store;
  readonly #visibility: CallVisibility;
  readonly #ids = new StoredIds();
  #hadAllIds = false;
  /** Calls that had surely not been stored when their first part arrived, and have not been written since. */
  readonly #arrived = new Set<string>();
  #reading: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();
  readonly #known: LRUCache<string, CachedCall>;
  /**
   * Without all ids, every call stored since this time is remembered. Moves forward as calls are forgotten. Infinite
   * until `forgetAll`: what is stored at the start may be stored already, whenever it was made.
   */
  #rememberedSinceMs = Number.POSITIVE_INFINITY;
  #epoch = 0;
  /** The latest time that the clock has shown: what is stored may be as new as that, even if the clock steps back. */
  #latestMs = 0;

  /** @param remembered maximum number of calls; about 200 bytes each */
  constructor(store: Store, visibility: CallVisibility, remembered: number) {
    this.#store = store;
    this.#visibility = visibility;
    this.#known = new LRUCache({
      max: remembered,
      dispose: ({ cachedAtMs }, _, reason) => {
        if (reason === "evict") this.#rememberedSinceMs = Math.max(this.#rememberedSinceMs, cachedAtMs);
      },
    });
  }

  /** Begins to read the ids of all stored calls, so that calls that are new need no look-up. */
  readIds(): void {
    // Without them every call is looked up, as long as the service runs.
    this.#reading = this.#ids.fill(this.#store, this.#closing.signal).catch(() => undefined);
  }

  /** Resolves when no ids are being read. */
  idle(): Promise<void> {
    return this.#reading;
  }

  /** Ends reading ids. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
  }

  /**
   * Notes the arrival of a call's part.
   * @returns true when nothing of the call is stored or has arrived: then it must be noted by {@link expect}, or be
   *   written before whatever arrives later
   */
  arrive(part: CallId): boolean {
    return !this.#ids.add(part.id);
  }

  /** False when nothing of a call with this id is stored or has arrived. */
  mayBeKnown(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The call needs no look-up when it is written for the first time. */
  expect(part: CallId): void {
    this.#arrived.add(keyOf(part));
  }

  /**
   * Called when the whole call is written.
   * @returns whether it was noted by {@link expect}, and no part of it was written since
   */
  takeExpected(part: CallId): boolean {
    return this.#arrived.delete(keyOf(part));
  }

  remember(calls: ReadonlyMap<string, KnownCall>): void {
    this.#noteLossOfIds();
    const cachedAtMs = this.#nowMs();
    for (const [key, { startedAt, open }] of calls) {
      if (open === null && this.#ids.isComplete) this.#known.delete(key);
      else this.#known.set(key, { startedAt, open, cachedAtMs });
    }
  }

  /** Changes when what was new may be stored since, by another process. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Called when another process has stored something of calls.
   * @param ids the hashes of their ids
   */
  noteElsewhere(ids: Uint32Array): void {
    let areKnown = false;
    for (let at = 0; at + 1 < ids.length; at += 2) {
      if (this.#ids.addHashes(ids[at] ?? 0, ids[at + 1] ?? 0)) areKnown = true;
    }
    if (!areKnown) return;
    this.#epoch += 1;
    this.forgetAll();
  }

  /** From now on every call is looked up once. */
  forgetAll(): void {
    this.#known.clear();
    this.#arrived.clear();
    this.#rememberedSinceMs = this.#nowMs();
  }

  #nowMs(): number {
    this.#latestMs = Math.max(this.#latestMs, Date.now());
    return this.#latestMs;
  }

  /** While all ids are known, calls that have ended are not remembered. */
  #noteLossOfIds(): void {
    const { isComplete } = this.#ids;
    if (this.#hadAllIds && !isComplete) this.forgetAll();
    this.#hadAllIds = isComplete;
  }

  /** Returns what is stored of the calls of these parts, by key. */
  async of(parts: readonly (CallId & Pick<CallPart, "part">)[]): Promise<Map<string, KnownCall>> {
    this.#noteLossOfIds();
    const calls = new Map<string, KnownCall>();
    const missing = new Map<string, Set<string>>();
    for (const part of parts) {
      const key = keyOf(part);
      if (calls.has(key)) continue;
      const known = this.#known.get(key);
      calls.set(key, known ?? unknownCall);
      // Always added: what is not remembered later is looked up.
      const mayBeStored = !this.#arrived.delete(key) && this.#ids.add(part.id);
      if (known === undefined && mayBeStored && !this.#isSurelyNew(part)) {
        missing.set(part.projectId, (missing.get(part.projectId) ?? new Set()).add(part.id));
      }
    }
    for (const [projectId, ids] of missing) {
      for (const some of chunksOf([...ids], MAX_LOOKED_UP)) await this.#lookUp(projectId, some, calls);
    }
    return calls;
  }

  /**
   * A UUIDv7 contains its creation time. A call created after everything that is remembered cannot be in the store,
   * unless the client's clock is ahead of ours by more than `CLOCK_SKEW_MS`.
   */
  #isSurelyNew(part: CallId & Pick<CallPart, "part">): boolean {
    if (this.#ids.isComplete) return false;
    const madeAtMs = timeOfUuid7(part.id);
    return part.part === "start" && madeAtMs !== null && madeAtMs > this.#rememberedSinceMs + CLOCK_SKEW_MS;
  }

  async #lookUp(projectId: string, ids: readonly string[], calls: Map<string, KnownCall>): Promise<void> {
    const [removed, rows] = await Promise.all([
      this.#removedAmong(projectId, ids),
      this.#store.read<{ id: string; startedAt: EngineTime; number: number; generation: number }>({
        sql: `SELECT id, toString(started_at) AS startedAt, open_number AS number, generation FROM call_rows
WHERE project_id = {projectId:String} AND id IN {ids:Array(String)}${this.#visibility.liveSql("commit_number")}`,
        params: { projectId, ids },
      }),
    ]);
    for (const id of removed) calls.set(keyOf({ projectId, id }), removedCall);
    for (const { id, startedAt, number, generation } of rows) {
      const key = keyOf({ projectId, id });
      const call = calls.get(key) ?? unknownCall;
      // A finished row replaces all others; a row that was moved has the higher number.
      if (isFinished(call) || (number !== 0 && number < (call.open?.number ?? 0))) continue;
      calls.set(key, {
        startedAt: startedAt === PARKED_AT ? null : startedAt,
        open: number === 0 ? null : { number, generation },
      });
    }
  }

  async #removedAmong(projectId: string, ids: readonly string[]): Promise<readonly string[]> {
    const removals = this.#visibility.rememberedRemovals(projectId);
    if (removals.length === 0) return [];
    const rows = await this.#store.read<{ id: string }>({
      sql: "SELECT DISTINCT id FROM removed_calls WHERE removal IN {removals:Array(UInt32)} AND id IN {ids:Array(String)}",
      params: { removals, ids },
    });
    return rows.map(({ id }) => id);
  }
}

function timeOfUuid7(id: string): number | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab]/.exec(id);
  return match === null ? null : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
