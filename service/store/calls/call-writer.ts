import { LRUCache } from "lru-cache";
import { GroupCommit } from "@/service/concurrency/group-commit";
import { jsonLine } from "@/service/store/engine/json-line";
import type { Store } from "@/service/store/engine/store";
import { type EngineTime, PARKED_AT } from "@/service/store/engine/timestamps";
import { type CallPart, type PartRow, partBytes, partColumns, partKind, partRow, type StartPart } from "./call-parts";

/** The state that the writer keeps of a call: the start time in its key, and which parts are stored. */
interface CachedCall {
  readonly startedAt: EngineTime | null;
  readonly kinds: number;
  /** Parts that arrived before the start and are stored under `PARKED_AT`. */
  readonly parkedKinds: number;
  readonly cachedAtMs: number;
}

const emptyCachedCall: CachedCall = { startedAt: null, kinds: 0, parkedKinds: 0, cachedAtMs: 0 };

/** The calls of one group while it is being written. */
interface GroupState {
  readonly calls: Map<string, CachedCall>;
  /** Calls whose start is in this group, so parked parts may have to be moved. */
  readonly starting: Map<string, StartPart>;
}

export interface CallWriterOptions {
  /** Maximum number of remembered calls, whose next part needs no look-up. About 200 bytes each. */
  readonly remembered?: number;
}

/** A client's clock may be this far ahead of ours before a look-up is wrongly skipped. */
const CLOCK_SKEW_MS = 10_000;

/**
 * The only writer of `call_parts`. It groups requests, finds the start time of the call that an end belongs to, drops
 * parts that are already stored, and parks parts that arrive before their start.
 *
 * A part is stored once, so merging by column yields the first value of each member, and the newest display name.
 */
export class CallWriter {
  readonly #store: Store;
  readonly #commits: GroupCommit<readonly CallPart[], undefined>;
  readonly #known: LRUCache<string, CachedCall>;
  /** Every call stored since this time is remembered. Moves forward as calls are forgotten. */
  #rememberedSinceMs = Date.now();

  constructor(store: Store, options: CallWriterOptions = {}) {
    this.#store = store;
    this.#known = new LRUCache({
      max: options.remembered ?? 200_000,
      dispose: ({ cachedAtMs: rememberedAtMs }, _, reason) => {
        if (reason === "evict") this.#rememberedSinceMs = Math.max(this.#rememberedSinceMs, rememberedAtMs);
      },
    });
    this.#commits = new GroupCommit((group) => this.#writeGroup(group), {
      sizeOf: (parts) => parts.reduce((sum, part) => sum + partBytes(part), 0),
    });
  }

  /** Resolves when the parts are on disk and every later read sees them. All or none of them are stored. */
  write(parts: readonly CallPart[]): Promise<void> {
    return parts.length === 0 ? Promise.resolve() : this.#commits.submit(parts);
  }

  /** Resolves when nothing is waiting to be written. */
  idle(): Promise<void> {
    return this.#commits.idle();
  }

  async #writeGroup(group: readonly (readonly CallPart[])[]): Promise<undefined[]> {
    const parts = group.flat();
    const state: GroupState = { calls: await this.#cachedCall(parts), starting: new Map() };
    // Starts first, so that an end in the same group finds its start in any order of arrival.
    const rows = [
      ...parts.flatMap((part) => (part.part === "start" ? storeStart(part, state) : [])),
      ...parts.flatMap((part) => (part.part === "start" ? [] : storeLaterPart(part, state))),
      ...(await this.#unpark(state)),
    ];
    if (rows.length > 0) {
      const lines = Buffer.from(rows.map(jsonLine).join(""));
      await this.#store.insert({ table: "call_parts", columns: partColumns, lines });
    }
    const rememberedAtMs = Date.now();
    for (const [key, call] of state.calls) this.#known.set(key, { ...call, cachedAtMs: rememberedAtMs });
    return group.map(() => undefined);
  }

  /** Returns what is known of a group's calls: from memory, and from the store for calls that are not in memory. */
  async #cachedCall(parts: readonly CallPart[]): Promise<Map<string, CachedCall>> {
    const calls = new Map<string, CachedCall>();
    const missing = new Map<string, Set<string>>();
    for (const part of parts) {
      const key = keyOf(part);
      if (calls.has(key)) continue;
      const known = this.#known.get(key);
      calls.set(key, known ?? emptyCachedCall);
      if (known === undefined && !this.#isSurelyNew(part)) {
        missing.set(part.projectId, (missing.get(part.projectId) ?? new Set()).add(part.id));
      }
    }
    await Promise.all([...missing].map(([projectId, ids]) => this.#lookUp(projectId, [...ids], calls)));
    return calls;
  }

  /**
   * A UUIDv7 contains its creation time. A call created after everything that is remembered cannot be in the store,
   * unless the client's clock is ahead of ours by more than `CLOCK_SKEW_MS`.
   */
  #isSurelyNew(part: CallPart): boolean {
    const madeAtMs = timeOfUuid7(part.id);
    return part.part === "start" && madeAtMs !== null && madeAtMs > this.#rememberedSinceMs + CLOCK_SKEW_MS;
  }

  async #lookUp(projectId: string, ids: readonly string[], calls: Map<string, CachedCall>): Promise<void> {
    const sql =
      "SELECT id, toString(started_at) AS startedAt, kind FROM call_parts WHERE project_id = {projectId:String} AND id IN {ids:Array(String)}";
    const rows = await this.#store.read<{ id: string; startedAt: EngineTime; kind: number }>({
      sql,
      params: { projectId, ids },
    });
    for (const { id, startedAt, kind } of rows) {
      const key = keyOf({ projectId, id });
      const call = calls.get(key) ?? emptyCachedCall;
      calls.set(
        key,
        startedAt === PARKED_AT
          ? { ...call, parkedKinds: call.parkedKinds | kind }
          : { ...call, startedAt, kinds: call.kinds | kind },
      );
    }
  }

  /**
   * Returns parked parts of calls whose start has arrived, with that start in their key. The parked copies remain,
   * unread.
   */
  async #unpark({ calls, starting }: GroupState): Promise<PartRow[]> {
    const rows: PartRow[] = [];
    for (const [key, { projectId, id, startedAt }] of starting) {
      const call = calls.get(key) ?? emptyCachedCall;
      // Excludes parts parked in this same group: their start came first.
      if (call.parkedKinds === 0) continue;
      const parked = await this.#store.read<PartRow>({
        sql: `SELECT ${parkedColumns} FROM call_parts FINAL WHERE project_id = {projectId:String} AND started_at = {parkedAt:DateTime64(6, 'UTC')} AND id = {id:String}`,
        params: { projectId, id, parkedAt: PARKED_AT },
      });
      for (const row of parked) rows.push({ ...row, project_id: projectId, id, started_at: startedAt });
      calls.set(key, { ...call, kinds: call.kinds | call.parkedKinds, parkedKinds: 0 });
    }
    return rows;
  }
}

const parkedColumns = partColumns
  .filter((column) => !["project_id", "started_at", "id"].includes(column))
  .map((column) => (column === "ended_at" ? "toString(ended_at) AS ended_at" : column))
  .join(", ");

/** Joins the pair into one text: the length prefix distinguishes `a` + `bc` from `ab` + `c`. */
function keyOf(call: { readonly projectId: string; readonly id: string }): string {
  return `${call.projectId.length}:${call.projectId}${call.id}`;
}

/** Returns the rows to write for a start: none when the call already has one, at any time. */
function storeStart(part: StartPart, { calls, starting }: GroupState): PartRow[] {
  const key = keyOf(part);
  const call = calls.get(key) ?? emptyCachedCall;
  if (call.startedAt !== null) return [];
  calls.set(key, { ...call, startedAt: part.startedAt, kinds: call.kinds | partKind.start });
  starting.set(key, part);
  return [partRow(part, part.startedAt)];
}

/** Returns the rows to write for an end or a name: under the call's start, or parked. A second end is dropped. */
function storeLaterPart(part: Exclude<CallPart, StartPart>, { calls }: GroupState): PartRow[] {
  const key = keyOf(part);
  const call = calls.get(key) ?? emptyCachedCall;
  if (part.part === "end" && ((call.kinds | call.parkedKinds) & partKind.end) !== 0) return [];
  const kind = partKind[part.part];
  if (call.startedAt === null) {
    calls.set(key, { ...call, parkedKinds: call.parkedKinds | kind });
    return [partRow(part, PARKED_AT)];
  }
  calls.set(key, { ...call, kinds: call.kinds | kind });
  return [partRow(part, call.startedAt)];
}

function timeOfUuid7(id: string): number | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab]/.exec(id);
  return match === null ? null : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
