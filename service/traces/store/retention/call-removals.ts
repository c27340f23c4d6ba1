import { setTimeout as wait } from "node:timers/promises";
import { StoreClosed } from "@/service/kernel/errors/store-errors";
import type { CallVisibility } from "@/service/traces/store/calls/call-visibility";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import type { OpenedCalls } from "@/service/traces/store/calls/open-calls";
import { type Removal, removedSql } from "@/service/traces/store/calls/removal";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Query, Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { purgeAbandonedCommits } from "./abandoned-commits";
import { finishMutations } from "./finish-mutations";
import { LAST_TIME_SQL } from "./retention-cut";

export interface RemovalOptions {
  /** How long the ids of removed calls are remembered, so that one that is sent again is not stored again. */
  readonly rememberedMs?: number;
}

const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** A removal that another process began is continued after this time: until then, that process may be at it. */
const OTHERS_REMOVE_MS = 60 * 60 * 1000;

/** Rows per insert. Inserts wait for each other, and none of these takes long enough to be noticed. */
const ROWS_PER_INSERT = 20_000;

/**
 * Removes old calls of a project for good, whole traces at a time. A removal is decided by one insert, from which on no
 * new reader sees its calls; then the engine rewrites the rows that remain, while calls are written and read. It can be
 * stopped at any moment: the next start continues it.
 *
 * Numbers and times in SQL are the service's own.
 */
export class CallRemovals {
  readonly #engine: Store;
  readonly #store: Store;
  readonly #visibility: CallVisibility;
  readonly #writer: CallWriter;
  readonly #rememberedMs: number;
  readonly #closing = new AbortController();
  /** Those of this process. */
  readonly #begun = new Set<number>();
  #next = 1;

  private constructor(engine: Store, { store, visibility, writer }: OpenedCalls, options: RemovalOptions) {
    this.#engine = engine;
    this.#store = store;
    this.#visibility = visibility;
    this.#writer = writer;
    this.#rememberedMs = options.rememberedMs ?? REMEMBERED_MS;
  }

  /** Hides the calls of removals that are not done. There must be one instance for a store in a process, and no reader yet. */
  static async open(engine: Store, calls: OpenedCalls, options: RemovalOptions = {}): Promise<CallRemovals> {
    const removals = new CallRemovals(engine, calls, options);
    for (const { isDone, ...removal } of await removals.#stored()) {
      removals.#next = Math.max(removals.#next, removal.number + 1);
      if (isDone === 0) calls.visibility.hide(removal);
      else calls.visibility.noteRemoval(removal);
    }
    await removals.#dropLeftovers();
    await removals.#remember();
    return removals;
  }

  /**
   * Removes the traces of a project that ended before a time.
   * @returns how many calls were removed
   */
  async remove(projectId: string, before: EngineTime): Promise<number> {
    const number = await this.#nextNumber();
    const removal: Removal = { number, projectId, before, commit: this.#visibility.committed };
    const calls = await this.#decide(removal);
    if (calls === 0) return 0;
    this.#visibility.hide(removal);
    this.#begun.add(number);
    await this.#remember();
    await this.#finish(removal);
    return calls;
  }

  /** Continues removals that were stopped, and forgets ids that have been remembered long enough. Called hourly. */
  async resume(): Promise<void> {
    const removals = this.#visibility.removalsIn(null);
    const ages = new Map(
      removals.length === 0 ? [] : (await this.#stored()).map((each) => [each.number, each.removedAtMs]),
    );
    for (const removal of removals) {
      const decidedAtMs = ages.get(removal.number) ?? 0;
      const isOfOther = this.#writer.isShared && !this.#begun.has(removal.number);
      if (!isOfOther || decidedAtMs < Date.now() - OTHERS_REMOVE_MS) await this.#finish(removal);
    }
    await purgeAbandonedCommits(this.#engine, { writer: this.#writer }, this.#closing.signal);
    await this.#remember();
  }

  /** Forgets which calls of a project were removed: when they are sent again, they are stored again. */
  async forget(projectId: string): Promise<void> {
    const numbers = this.#visibility.rememberedRemovals(projectId);
    if (numbers.length === 0) return;
    for (const number of numbers) await this.#engine.command(`ALTER TABLE removed_calls DROP PARTITION ${number}`);
    await this.#remember();
    if (this.#writer.isShared) {
      await this.#writer.exclusively(async () => ({ result: undefined, note: { mayReturn: projectId } }));
    } else await this.#writer.forgetCalls();
  }

  /** Stops waiting for the engine; a removal that is not done continues at the next start. */
  close(): void {
    this.#closing.abort();
  }

  /** Numbers are those of no other process: that of a commit, where others write too. */
  async #nextNumber(): Promise<number> {
    if (this.#writer.isShared)
      return await this.#writer.exclusively(async (commit) => ({ result: commit, note: null }));
    this.#next += 1;
    return this.#next - 1;
  }

  async #decide(removal: Removal): Promise<number> {
    const { number, projectId, before } = removal;
    const params = { projectId, before };
    await this.#copy("kept_traces", ["removal", "trace_id"], {
      sql: `SELECT DISTINCT ${number} AS removal, call_rows.trace_id AS trace_id FROM call_rows
WHERE ${STORED_CALLS_SQL} AND ${LAST_TIME_SQL} >= {before:DateTime64(6, 'UTC')} AND call_rows.trace_id IN (
  SELECT trace_id FROM call_rows
  WHERE project_id = {projectId:String} AND started_at < {before:DateTime64(6, 'UTC')})`,
      params,
    });
    const calls = await this.#copy("removed_calls", ["removal", "id"], {
      sql: `SELECT ${number} AS removal, id FROM call_rows WHERE ${removedSql(removal, "call_rows.", "{projectId:String}")}`,
      params,
    });
    if (calls > 0) await this.#record(removal, calls, false);
    else await this.#engine.command(`ALTER TABLE kept_traces DROP PARTITION ${number}`);
    return calls;
  }

  async #copy(table: string, columns: readonly string[], query: Query): Promise<number> {
    let total = 0;
    let waiting: string[] = [];
    let rows = 0;
    const flush = async () => {
      if (rows > 0) await this.#engine.insert({ table, columns, lines: Buffer.from(waiting.join("")) });
      total += rows;
      waiting = [];
      rows = 0;
    };
    for await (const block of this.#store.stream({ ...query, signal: this.#closing.signal })) {
      waiting.push(block.text());
      rows += block.rowCount;
      if (rows >= ROWS_PER_INSERT) await flush();
    }
    await flush();
    return total;
  }

  /** Where others read and write too, all of them learn of it at once. */
  async #record(removal: Removal, calls: number, isDone: boolean): Promise<void> {
    if (!this.#writer.isShared) {
      await this.#insert(removal, calls, isDone);
      return;
    }
    await this.#writer.exclusively(async () => {
      await this.#insert(removal, calls, isDone);
      return { result: undefined, note: isDone ? { removed: { number: removal.number } } : { removal } };
    });
  }

  async #insert({ number, projectId, before, commit }: Removal, calls: number, isDone: boolean): Promise<void> {
    const row = {
      removal: number,
      project_id: projectId,
      before,
      commit_number: commit,
      calls,
      removed_at: new Date().toISOString(),
      is_done: isDone ? 1 : 0,
    };
    await this.#engine.insert({
      table: "removals",
      columns: Object.keys(row),
      lines: Buffer.from(`${JSON.stringify(row)}\n`),
    });
  }

  /** Returns when calls of a project were last removed; null for never. */
  async lastRemovedAtMs(projectId: string): Promise<number | null> {
    const ofProject = (await this.#stored()).filter((removal) => removal.projectId === projectId);
    return ofProject.at(-1)?.removedAtMs ?? null;
  }

  /** @throws StoreClosed when the service is closed meanwhile */
  async #readersGone(): Promise<void> {
    const { signal } = this.#closing;
    let stop: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      stop = resolve;
    });
    signal.addEventListener("abort", stop, { once: true });
    await Promise.race([this.#visibility.currentReadersGone(), closed]);
    signal.removeEventListener("abort", stop);
    const { otherReadersMs } = this.#writer;
    if (otherReadersMs !== null) await wait(otherReadersMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new StoreClosed();
  }

  /** Readers that began before the calls were hidden need the rows; those that began later need the kept traces. */
  async #finish(removal: Removal): Promise<void> {
    await this.#readersGone();
    await this.#writer.withoutCleaning(async () => {
      // Without waiting, since other statements would then wait behind it.
      await this.#engine.command(
        `ALTER TABLE call_rows DELETE IN PARTITION 0 WHERE ${removedSql(removal, "")}${this.#notDoneSql(removal)} SETTINGS mutations_sync = 0`,
      );
      await finishMutations(this.#engine, this.#closing.signal);
    });
    const stored = (await this.#stored()).find(({ number }) => number === removal.number);
    await this.#record(removal, stored?.calls ?? 0, true);
    this.#visibility.show(removal);
    await this.#readersGone();
    await this.#engine.command(`ALTER TABLE kept_traces DROP PARTITION ${removal.number}`);
  }

  /** Another process may have ended the removal meanwhile, and dropped the traces that were kept. */
  #notDoneSql({ number }: Removal): string {
    return this.#writer.isShared ? ` AND ${number} NOT IN (SELECT removal FROM removals WHERE is_done = 1)` : "";
  }

  async #stored(): Promise<readonly (Removal & { calls: number; isDone: number; removedAtMs: number })[]> {
    return await this.#engine.read({
      sql: `SELECT removal AS number, project_id AS projectId, toString(removals.before) AS before,
  commit_number AS commit, calls, is_done AS isDone, toUnixTimestamp64Milli(removed_at) AS removedAtMs
FROM removals FINAL ORDER BY removal`,
    });
  }

  /** Removes what a stop left of removals that were not decided, or are done. */
  async #dropLeftovers(): Promise<void> {
    const stored = await this.#stored();
    const needed: Readonly<Record<string, ReadonlySet<number>>> = {
      kept_traces: new Set(stored.filter(({ isDone }) => isDone === 0).map(({ number }) => number)),
      removed_calls: new Set(stored.map(({ number }) => number)),
    };
    for (const [table, numbers] of Object.entries(needed)) {
      const rows = await this.#engine.read<{ removal: number }>({ sql: `SELECT DISTINCT removal FROM ${table}` });
      for (const { removal } of rows)
        if (!numbers.has(removal) && !(await this.#isRecent(removal)))
          await this.#engine.command(`ALTER TABLE ${table} DROP PARTITION ${removal}`);
    }
  }

  /** True when another process may be about to decide a removal. */
  async #isRecent(removal: number): Promise<boolean> {
    if (!this.#writer.isShared) return false;
    const rows = await this.#engine.read({
      sql: "SELECT position FROM commit_log WHERE position = {removal:UInt64} AND written_at > now() - INTERVAL 1 DAY",
      params: { removal },
    });
    return rows.length > 0;
  }

  /** Drops the ids of removals that were long ago, and lets the writer look up the others. */
  async #remember(): Promise<void> {
    const listed = await this.#engine.read<{ removal: number }>({ sql: "SELECT DISTINCT removal FROM removed_calls" });
    const numbers = new Set(listed.map(({ removal }) => removal));
    const byProject = new Map<string, number[]>();
    for (const { number, projectId, isDone, removedAtMs } of await this.#stored()) {
      const ofProject = byProject.get(projectId) ?? [];
      byProject.set(projectId, ofProject);
      if (!numbers.has(number)) continue;
      if (isDone === 1 && removedAtMs < Date.now() - this.#rememberedMs)
        await this.#engine.command(`ALTER TABLE removed_calls DROP PARTITION ${number}`);
      else ofProject.push(number);
    }
    for (const [projectId, ofProject] of byProject) this.#visibility.rememberRemovals(projectId, ofProject);
  }
}
