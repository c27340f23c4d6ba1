import { setTimeout as wait } from "node:timers/promises";
import { BEFORE_ALL_COMMITS } from "@/service/traces/store/calls/call-visibility";
import type { OpenedCalls } from "@/service/traces/store/calls/open-calls";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { createRollupTables, dropRollupTables } from "@/service/traces/store/schema/schema-rollups";
import { type BatchEngine, withOwnBatchTables } from "./batch-engine";
import { LOOK_EVERY_MS, pauseAfterBatch, pauseBeforeFirst } from "./batch-pause";
import { addNgrams, forgetRemovedNgrams } from "./call-ngrams";
import { renewHour } from "./changed-hours";
import { addNestedUsage } from "./nested-usage";
import { RolledContents } from "./rolled-contents";
import { answersSql, linksSql, type RollupBatch, rollupSql } from "./rollup-batch";
import { addRequests } from "./usage-requests";

/** What rollups contain of a project. */
export interface RolledProject {
  /** How many calls, including those that were deleted since. */
  readonly calls: number;
  /** Set when tokens of calls are repeated at others. */
  readonly nesting: RolledNesting | null;
  /** The names of models by their hashes. */
  readonly models: ReadonlyMap<string, string>;
}

/** The usage that is repeated in the traces of a project. */
export interface RolledNesting {
  /** True when a tree is too deep to know which tokens count, or its parents form a cycle. */
  readonly isDeep: boolean;
  /** Hours since {@link ALL_TIMES} begins whose rollups must not be used: what counts in them changed later. */
  readonly changedHours: readonly number[];
}

/** Calls of a batch. Statements of a server run one after another, so inserts wait for a batch. */
const BATCH_CALLS: Readonly<Record<Store["kind"], number>> = { embedded: 100_000, server: 20_000 };

const MIN_CALLS = 50_000;

/** Commits that are looked at for the next batch. */
const MAX_COMMITS = 20_000;

/** While calls are written, a batch is followed by a pause of this many times its duration. */
const PAUSE_PER_BATCH = 5;

/** Late calls may change the same hour many times. */
const RENEW_EVERY_MS = 60_000;

/** The names of models are kept for as many as figures distinguish. */
const MODELS_SQL =
  "SELECT DISTINCT project_id AS projectId, model, toString(sipHash64(model)) AS hash FROM call_rollups";

/**
 * Adds finished calls up in `call_rollups`, in the background, one batch of commits after another. A batch is one
 * insert, so a stop leaves nothing to repair; and the rollups of a data folder without any are filled the same way.
 *
 * Readers add the calls of later commits themselves, so it never matters how far the rollups are.
 */
export class CallRollups {
  /** Rollups answer for ranges with at least this many calls. */
  readonly leastCalls: number;
  readonly contents = new RolledContents();
  readonly #engine: Store;
  readonly #calls: OpenedCalls;
  readonly #batchCalls: number;
  readonly #projects = new Map<string, RolledProject>();
  readonly #closing = new AbortController();
  #watermark = BEFORE_ALL_COMMITS;
  /** Of how many batches of other processes the state was read. */
  #batches = 0;
  #renewedMs = Number.NEGATIVE_INFINITY;
  /** Of how many removals the texts were forgotten. */
  #forgottenRemovals = 0;
  #running: Promise<void> = Promise.resolve();
  #turns: Promise<void> = Promise.resolve();

  private constructor(engine: Store, calls: OpenedCalls, options: RollupOptions) {
    this.#engine = engine;
    this.#calls = calls;
    this.leastCalls = options.leastCalls ?? MIN_CALLS;
    this.#batchCalls = options.batchCalls ?? BATCH_CALLS[engine.kind];
  }

  /** Creates missing tables. There must be one instance for a store in a process, which has written nothing yet. */
  static async open(engine: Store, calls: OpenedCalls, options: RollupOptions = {}): Promise<CallRollups> {
    const rollups = new CallRollups(engine, calls, options);
    if (!calls.writer.isShared) await rollups.#create();
    else await calls.writer.exclusively(async () => ({ result: await rollups.#create(), note: null }));
    await rollups.#readProjects();
    const later = await engine.read<{ projectId: string; since: EngineTime }>({
      sql: `SELECT project_id AS projectId, toString(min(started_at)) AS since FROM call_rows
WHERE generation = 0 AND commit_number > ${rollups.#watermark} GROUP BY project_id`,
    });
    const since = new Map(later.map((row) => [row.projectId, row.since]));
    calls.recent.add({ commit: calls.visibility.committed, since });
    return rollups;
  }

  /** Takes in what other processes added up. */
  async refresh(): Promise<void> {
    const batches = this.#calls.visibility.rollupBatches;
    if (batches === this.#batches) return;
    await this.#readProjects();
    this.#batches = batches;
    this.#calls.recent.forget(this.#watermark);
  }

  /** The rollups contain the finished calls of commits up to this one. */
  get watermark(): number {
    return this.#watermark;
  }

  /** Null when rollups contain nothing of a project. */
  ofProject(projectId: string): RolledProject | null {
    return this.#projects.get(projectId) ?? null;
  }

  /** Returns the earliest start of a project's finished calls that rollups do not contain; null when there are none. */
  unrolledSince(projectId: string): EngineTime | null {
    return this.#calls.recent.startsAfter(this.#watermark, projectId);
  }

  /** True while calls are running. */
  get hasOpenCalls(): boolean {
    return this.#calls.writer.hasOpenRows;
  }

  /** Returns the time before which calls of a project were removed for good; null for never. */
  removedBefore(projectId: string): EngineTime | null {
    return this.#calls.visibility.removedBefore(projectId);
  }

  hasDeletions(projectId: string): boolean {
    return this.#calls.visibility.hasDeletions(projectId);
  }

  /** Whether traces of a project may be without their root. */
  hasTops(projectId: string): boolean {
    return this.#calls.visibility.hasTops(projectId);
  }

  /** Adds up what is stored, again and again, until it is closed. */
  start(report: RollupReport): void {
    this.#running = this.#repeat(report);
  }

  /**
   * Adds up all calls that are stored when it begins.
   * @returns the number of batches
   */
  async catchUp(): Promise<number> {
    const { committed } = this.#calls.visibility;
    for (let batches = 0; ; batches += 1) {
      const batch = await this.#nextBatch();
      if (batch === null || batch.after >= committed) return batches;
      if ((await this.#addUpNext(batch)) === null && this.#watermark === batch.after) return batches;
    }
  }

  /** Stops after the running batch. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #repeat({ onBehind, onFailure }: RollupReport): Promise<void> {
    const { signal } = this.#closing;
    const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    // The start of the service has more urgent work.
    await pause(LOOK_EVERY_MS);
    let hasBegun = false;
    while (!signal.aborted) {
      let pauseMs = LOOK_EVERY_MS;
      try {
        await this.refresh();
        const next = await this.#nextBatch();
        const firstPauseMs = next === null || hasBegun ? 0 : pauseBeforeFirst(next);
        hasBegun ||= next !== null;
        if (firstPauseMs > 0) {
          await pause(firstPauseMs);
          continue;
        }
        if (next === null) await this.forgetRemoved();
        const mayRenew = !this.#calls.writer.isShared;
        if (next === null && mayRenew && performance.now() - this.#renewedMs > RENEW_EVERY_MS)
          await this.renewChangedHour();
        const begunMs = performance.now();
        const batch = next === null ? null : await this.#addUpNext(next);
        if (batch !== null) {
          const batchMs = performance.now() - begunMs;
          if (batch.isLast) pauseMs = pauseAfterBatch(batchMs, batch.calls);
          else {
            pauseMs = this.#calls.writer.isBusy ? PAUSE_PER_BATCH * batchMs : 0;
            onBehind(batch.upTo, this.#calls.visibility.committed);
          }
        }
      } catch (error) {
        if (!signal.aborted) onFailure(error);
      }
      await pause(pauseMs);
    }
  }

  /** Returns the next calls to add up; null when there are none. A commit is never divided. */
  async #nextBatch(): Promise<FoundBatch | null> {
    const { committed } = this.#calls.visibility;
    const after = this.#watermark;
    const live = this.#calls.visibility.liveSql("commit_number");
    const since = this.#calls.recent.earliestAfter(after);
    if (since === null || committed <= after) return null;
    const [found] = await this.#engine.read<{ last: number; added: number; isLast: 0 | 1 }>({
      sql: `SELECT maxIf(commit, before < ${this.#batchCalls}) AS last,
  maxIf(before + calls, before < ${this.#batchCalls}) AS added, last = max(commit) AND count() < ${MAX_COMMITS} AS isLast
FROM (
  SELECT commit, calls, sum(calls) OVER (ORDER BY commit ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - calls AS before
  FROM (
    SELECT commit_number AS commit, toInt64(count()) AS calls FROM call_rows
    WHERE generation = 0 AND commit_number > ${after} AND commit_number <= ${committed}${live}
      AND started_at >= toDateTime64('${since}', 6, 'UTC')
    GROUP BY commit ORDER BY commit LIMIT ${MAX_COMMITS}
  )
) HAVING count() > 0`,
    });
    if (found === undefined) return null;
    return { after, upTo: found.last, since, live, calls: found.added, isLast: found.isLast === 1 };
  }

  /**
   * Adds up again the earliest hour in which a later batch changed what counts. Until then its calls are read.
   * @returns whether there was one
   */
  async renewChangedHour(): Promise<boolean> {
    this.#renewedMs = performance.now();
    const changed = [...this.#projects.values()].flatMap(({ nesting }) => nesting?.changedHours ?? []);
    if (changed.length === 0) return false;
    await this.#inTurn(async () => {
      try {
        await renewHour(this.#engine, Math.min(...changed), this.#watermark);
      } finally {
        await this.#readProjects();
      }
    });
    return true;
  }

  /** Forgets texts of calls that were removed for good since it last did so. Sums have no text. */
  async forgetRemoved(): Promise<void> {
    const { visibility, writer } = this.#calls;
    const { removals } = visibility;
    if (removals === this.#forgottenRemovals) return;
    const forget = () => forgetRemovedNgrams(this.#engine);
    if (!writer.isShared) await this.#inTurn(forget);
    else await writer.exclusively(async () => ({ result: await forget(), note: null }));
    this.#forgottenRemovals = removals;
  }

  /**
   * Adds up a batch. Where other processes do so too, it is found and added up while none of them does.
   * @returns the batch; null when it was added up meanwhile
   */
  async #addUpNext(found: FoundBatch): Promise<FoundBatch | null> {
    const { writer } = this.#calls;
    if (!writer.isShared) return await this.#inTurn(() => this.#addUpOnce(found));
    return await writer.exclusively(async (turn) => {
      await this.#readProjects();
      const batch = await this.#nextBatch();
      if (batch === null) return { result: null, note: null };
      await withOwnBatchTables(this.#engine, turn, (engine) => this.#addUp(engine, batch));
      return { result: batch, note: { isRolledUp: true } };
    });
  }

  /** Adds up a batch, unless it was added up since it was found: twice, its calls would count twice. */
  async #addUpOnce(found: FoundBatch): Promise<FoundBatch | null> {
    if (found.after !== this.#watermark) return null;
    await this.#addUp(this.#engine, found);
    return found;
  }

  /** Whoever changes rollups waits for whoever does so already. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(work);
    this.#turns = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  async #create(): Promise<void> {
    await createRollupTables(this.#engine);
    if ((await this.#storedWatermark()) > this.#calls.visibility.committed) {
      // The calls are those of a copy that is older than the rollups.
      await dropRollupTables(this.#engine);
      await createRollupTables(this.#engine);
    }
  }

  async #addUp(engine: BatchEngine, batch: RollupBatch): Promise<void> {
    try {
      await engine.command(linksSql(batch));
      await addRequests(engine, batch);
      await engine.command(answersSql(batch));
      await addNgrams(engine, batch);
      const hasNestedUsage = await addNestedUsage(engine, batch);
      await engine.command(rollupSql(batch, hasNestedUsage));
    } finally {
      // What failed may be stored all the same.
      await this.#readProjects();
    }
    this.#calls.recent.forget(this.#watermark);
  }

  async #storedWatermark(): Promise<number> {
    const [row] = await this.#engine.read<{ newest: number; rows: number }>({
      sql: "SELECT max(commit_number) AS newest, count() AS rows FROM call_rollups WHERE width = 0",
    });
    return row === undefined || row.rows === 0 ? BEFORE_ALL_COMMITS : row.newest;
  }

  /** First what decides whether a project's rollups can be used, then the watermark, from which on they are. */
  async #readProjects(): Promise<void> {
    const after = this.#watermark;
    const models = await this.#engine.read<{ projectId: string; model: string; hash: string }>({
      sql: `${MODELS_SQL} WHERE width > 0 AND form > 0 AND commit_number > ${after}`,
    });
    const nesting = await this.#readNesting();
    const projects = await this.#engine.read<{ projectId: string; calls: number; newest: number }>({
      sql: `SELECT project_id AS projectId, sum(call_rollups.calls) AS calls, max(commit_number) AS newest
FROM call_rollups WHERE width = 0 GROUP BY project_id`,
    });
    const added = new Map<string, [string, string][]>();
    for (const { projectId, model, hash } of models) {
      const ofProject = added.get(projectId);
      if (ofProject) ofProject.push([hash, model]);
      else added.set(projectId, [[hash, model]]);
    }
    let newest = BEFORE_ALL_COMMITS;
    for (const row of projects) {
      newest = Math.max(newest, row.newest);
      const known = this.#projects.get(row.projectId)?.models ?? [];
      this.#projects.set(row.projectId, {
        calls: row.calls,
        nesting: nesting.get(row.projectId) ?? null,
        models: new Map([...known, ...(added.get(row.projectId) ?? [])]),
      });
    }
    this.#watermark = newest;
    this.#calls.visibility.noteRolledUp(newest);
  }

  async #readNesting(): Promise<ReadonlyMap<string, RolledNesting>> {
    const rows = await this.#engine.read<{ projectId: string; isDeep: 0 | 1; hours: readonly number[] }>({
      sql: `SELECT project_id AS projectId, max(is_deep) AS isDeep, any(changes.hours) AS hours FROM nested_projects
LEFT JOIN (SELECT project_id, groupUniqArray(hour) AS hours FROM usage_changes GROUP BY project_id) AS changes USING project_id
GROUP BY project_id`,
    });
    return new Map(
      rows.map(({ projectId, isDeep, hours }) => [projectId, { isDeep: isDeep === 1, changedHours: hours }]),
    );
  }
}

interface FoundBatch extends RollupBatch {
  /** True when it contains all calls that were stored when it was found. */
  readonly isLast: boolean;
  /** How many it contains. */
  readonly calls: number;
}

export interface RollupOptions {
  /** Calls of a batch. */
  readonly batchCalls?: number;
  /** Fewer calls than this are read themselves: it takes no longer, and their quantiles are exact. */
  readonly leastCalls?: number;
}

interface RollupReport {
  /** Called after a batch that was not the last one, with the newest commit that is added up, and the newest of all. */
  readonly onBehind: (watermark: number, committed: number) => void;
  readonly onFailure: (error: unknown) => void;
}
