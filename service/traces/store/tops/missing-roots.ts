import { chunksOf } from "@/service/kernel/concurrency/chunks";
import type { CallPart, LaterPart, StartPart } from "@/service/traces/store/calls/call-parts";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import { IS_TOP_SQL, STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";

interface MissingRootsOptions {
  /** How long a trace may be without its root before it gets a top. Clients send calls of one program in a few seconds. */
  readonly graceMs?: number;
}

interface NamedTrace {
  readonly projectId: string;
  readonly traceId: string;
}

interface TraceRow {
  readonly traceId: string;
  readonly hasRoot: number;
  readonly orphans: number;
  /** The first call without a parent among the calls, and the first of all. */
  readonly firstOrphan: string;
  readonly first: string;
  readonly tops: readonly string[];
}

const GRACE_MS = 10_000;
const EVERY_MS = 5_000;

/** Where other processes store calls too, a parent may come to any of them. */
const LOOK_AGAIN_MS = 60_000;

/** Traces of one query: a server refuses a parameter of more than 128 kB. */
const MAX_TRACES = 500;

/** Traces that wait in memory, about 200 bytes each. Further ones get a top at the next start. */
const MAX_WAITING = 100_000;

const SPAN_TRACE_ID = /^[0-9a-f]{32}$/;

const OF_TRACES_SQL = `${STORED_CALLS_SQL} AND (call_rows.started_at, call_rows.id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)})`;

const IS_ORPHAN_SQL = `call_rows.parent_id != '' AND (call_rows.trace_id, call_rows.parent_id) NOT IN (
  SELECT trace_id, id FROM call_rows WHERE ${OF_TRACES_SQL})`;

const TRACES_SQL = `SELECT call_rows.trace_id AS traceId, max(call_rows.parent_id = '') AS hasRoot, countIf(${IS_ORPHAN_SQL}) AS orphans,
  argMinIf(call_rows.id, (call_rows.started_at, call_rows.id), ${IS_ORPHAN_SQL}) AS firstOrphan,
  argMin(call_rows.id, (call_rows.started_at, call_rows.id)) AS first, groupUniqArrayIf(call_rows.id, ${IS_TOP_SQL}) AS tops
FROM call_rows WHERE ${OF_TRACES_SQL} GROUP BY traceId`;

/** Traces of a day that had no root when the service stopped, and those that have a top. */
const TRACES_AT_START_SQL = `SELECT DISTINCT project_id AS projectId, trace_id AS traceId, 1 AS isTop FROM call_rows
WHERE (project_id, id) IN (SELECT project_id, id FROM call_tops FINAL WHERE is_top = 1) AND length(id) != 16
UNION ALL SELECT project_id AS projectId, trace_id AS traceId, 0 AS isTop FROM call_rows
WHERE started_at > now() - INTERVAL 1 DAY GROUP BY project_id, trace_id
HAVING countIf(parent_id = '') = 0 AND countIf(length(id) = 16) = 0`;

/** No project id contains a space. */
const keyOf = ({ projectId, traceId }: NamedTrace): string => `${projectId} ${traceId}`;

/** Those of spans are decided when they come, unless they are in the trace of an SDK's call. */
const isOfSdk = ({ otelDump, traceId }: StartPart): boolean => otelDump === null || !SPAN_TRACE_ID.test(traceId);

/**
 * Finds the tops of traces whose root never comes, of calls that are no spans: the first call whose parent has not come; see
 * docs/adr/0069-calls-of-spans.md. SDKs send parents first, so a parent that nothing is known of is looked for once some
 * time has passed, and again when more of its trace comes.
 */
export class MissingRoots {
  readonly #store: Store;
  readonly #calls: CallWriter;
  readonly #graceMs: number;
  /** Traces to look at, and from when on. */
  readonly #due = new Map<string, NamedTrace & { readonly atMs: number }>();
  /** Traces that have a top. */
  readonly #topped = new Map<string, NamedTrace>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #lookedAgainMs = 0;

  /** @param store reads without keeping clients from the log */
  constructor(
    { store, calls }: { readonly store: Store; readonly calls: CallWriter },
    { graceMs = GRACE_MS }: MissingRootsOptions = {},
  ) {
    this.#store = store;
    this.#calls = calls;
    this.#graceMs = graceMs;
    calls.onWritten((parts, isKnown) => this.#note(parts, isKnown));
  }

  /**
   * Begins to look at the traces of an earlier run, and then at those that come.
   * @param onFailure called when traces cannot be read or stored; those that come are tried again
   */
  start(onFailure: (error: unknown) => void): void {
    const { signal } = this.#closing;
    const report = (error: unknown) => (signal.aborted ? undefined : onFailure(error));
    this.#running = this.#readEarlier().catch(report);
    this.#timer = setInterval(() => void this.look().catch(report), EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#timer) clearInterval(this.#timer);
    await this.#running.catch(() => undefined);
  }

  /**
   * Decides the tops of the traces that are due. Resolves when they are stored.
   * @throws StoreError when they cannot be read or stored; they stay due
   */
  look(): Promise<void> {
    const next = this.#running.catch(() => undefined).then(() => this.#look());
    this.#running = next;
    return next;
  }

  #note(parts: readonly CallPart[], isKnown: (id: string) => boolean): void {
    for (const part of parts) {
      if (part.part !== "start" || !isOfSdk(part)) continue;
      const { projectId, traceId, parentId } = part;
      if (parentId !== null && !isKnown(parentId)) this.#wait({ projectId, traceId }, Date.now() + this.#graceMs);
      else if (this.#topped.size > 0 && this.#topped.has(keyOf(part))) this.#wait({ projectId, traceId }, 0);
    }
  }

  #wait({ projectId, traceId }: NamedTrace, atMs: number): void {
    const key = keyOf({ projectId, traceId });
    const known = this.#due.get(key);
    if (known !== undefined ? known.atMs <= atMs : this.#due.size >= MAX_WAITING) return;
    this.#due.set(key, { projectId, traceId, atMs });
  }

  async #readEarlier(): Promise<void> {
    const { signal } = this.#closing;
    const settings = { max_threads: 1 };
    for await (const block of this.#store.stream({ sql: TRACES_AT_START_SQL, settings, signal })) {
      for (const { projectId, traceId, isTop } of block.rows<NamedTrace & { isTop: number }>()) {
        if (isTop === 1) this.#topped.set(keyOf({ projectId, traceId }), { projectId, traceId });
        else this.#wait({ projectId, traceId }, 0);
      }
    }
  }

  async #look(): Promise<void> {
    const nowMs = Date.now();
    if (this.#calls.isShared && nowMs - this.#lookedAgainMs > LOOK_AGAIN_MS) {
      this.#lookedAgainMs = nowMs;
      for (const trace of this.#topped.values()) this.#wait(trace, 0);
    }
    const byProject = new Map<string, string[]>();
    for (const { projectId, traceId, atMs } of this.#due.values()) {
      if (atMs > nowMs) continue;
      byProject.set(projectId, [...(byProject.get(projectId) ?? []), traceId]);
    }
    for (const [projectId, all] of byProject) {
      for (const traceIds of chunksOf(all, MAX_TRACES)) await this.#decide(projectId, traceIds);
    }
  }

  async #decide(projectId: string, traceIds: readonly string[]): Promise<void> {
    // More of a trace may come meanwhile: then it is due again.
    for (const traceId of traceIds) this.#due.delete(keyOf({ projectId, traceId }));
    try {
      const { signal } = this.#closing;
      const rows = await this.#store.read<TraceRow>({ sql: TRACES_SQL, params: { projectId, traceIds }, signal });
      const parts: LaterPart[] = [];
      for (const row of rows) {
        const top = row.hasRoot === 1 ? null : row.orphans > 0 ? row.firstOrphan : row.first;
        const trace = { projectId, traceId: row.traceId };
        for (const id of row.tops) if (id !== top) parts.push({ part: "top", projectId, id, isTop: false });
        if (top !== null && !row.tops.includes(top)) parts.push({ part: "top", projectId, id: top, isTop: true });
        if (top === null) this.#topped.delete(keyOf(trace));
        else this.#topped.set(keyOf(trace), trace);
      }
      await this.#calls.write(parts);
    } catch (error) {
      for (const traceId of traceIds) this.#wait({ projectId, traceId }, 0);
      throw error;
    }
  }
}
