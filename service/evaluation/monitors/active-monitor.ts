import { BudgetReachedError } from "@/service/completion/budgets/budget-reached-error";
import type { Services } from "@/service/traces/handlers/handler";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { readNewestPlace, readNextCalls } from "@/service/traces/store/monitors/monitored-calls";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { limitReached, startOfDay } from "./describe-monitor";
import { type LiveCall, readLiveCalls } from "./live-call";
import type { MonitorCursor, MonitorRecord, MonitorRecords, ScoreRecord } from "./monitor-records";
import { recoverScores } from "./recover-scores";
import { costOfScoring, scoreCall } from "./score-call";
import { type MonitorScope, storeScores } from "./store-scores";

const DAY_MS = 86_400_000;
/** Calls that are read at a time. All others wait in the store, so that nothing piles up in memory. */
const BATCH_SIZE = 50;
/** Calls that a monitor scores at a time. */
const CONCURRENCY = 2;
/** A cursor that moved only in time is stored this often. */
const CURSOR_TIME_MS = 10 * 60_000;

/** A monitor that is on: it looks for new calls and scores them. */
export class ActiveMonitor {
  readonly #services: Services;
  readonly #records: MonitorRecords;
  readonly #record: MonitorRecord;
  readonly #leaving = new AbortController();
  readonly #scope: MonitorScope;
  #cursor: MonitorCursor;
  /** The time of the stored cursor. */
  #storedAtMs: number;
  /** False until the calls that a killed service may have scored were looked for. */
  #isRecovered = false;
  #inFlight = 0;
  /** True once a budget refused a judge: until the next look, nothing is scored. */
  #isRefused = false;
  #step: Promise<void> = Promise.resolve();

  constructor(services: Services, records: MonitorRecords, record: MonitorRecord) {
    this.#services = services;
    this.#records = records;
    this.#record = record;
    this.#cursor = record.cursor;
    this.#storedAtMs = record.cursor.atMs;
    this.#scope = {
      monitorId: record.id,
      projectId: record.projectId,
      userId: record.identity.userId,
      ...record.stored,
    };
  }

  /** Scores what has come since. Resolves when nothing waits, a limit of the day is reached, or it was interrupted. */
  advance(): Promise<void> {
    this.#step = this.#advance().catch((error: unknown) => {
      if (!this.#leaving.signal.aborted) throw error;
    });
    return this.#step;
  }

  /** Interrupts scoring. Resolves when nothing is written any more; what was interrupted is scored at the next start. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    await this.#step.catch(() => undefined);
  }

  async #advance(): Promise<void> {
    const { signal } = this.#leaving;
    const { projectId, settings } = this.#record;
    this.#isRefused = false;
    const calls = { projectId, filter: settings.filter, query: settings.query };
    for (;;) {
      if (this.#isRefused || (await this.#limit()) !== null) return await this.#skip();
      const nowMs = Date.now();
      const place = {
        after: this.#cursor,
        since: engineTimeOf((this.#cursor.atMs - DAY_MS) * 1000),
        rate: settings.rate_percent / 100,
        limit: BATCH_SIZE,
      };
      const keys = await readNextCalls(this.#services.taskStore, calls, place, signal);
      const isWhole = keys.length < BATCH_SIZE;
      if (keys.length > 0) {
        const isDone = await this.#scoreBatch(await readLiveCalls(this.#services.taskStore, projectId, keys, signal));
        signal.throwIfAborted();
        if (!isDone) continue;
      }
      const last = keys.at(-1);
      const { commit, id } = last ?? this.#cursor;
      await this.#move({ commit, id, atMs: isWhole ? nowMs : this.#cursor.atMs }, last !== undefined);
      if (isWhole) return;
    }
  }

  async #move(cursor: MonitorCursor, hasLooked: boolean): Promise<void> {
    this.#cursor = cursor;
    if (!hasLooked && cursor.atMs - this.#storedAtMs < CURSOR_TIME_MS) return;
    this.#storedAtMs = cursor.atMs;
    await this.#records.setCursor(this.#record.id, cursor);
  }

  /** Calls that come while a limit is reached are not scored later. */
  async #skip(): Promise<void> {
    const newest = await readNewestPlace(this.#services.taskStore, this.#record.projectId, this.#leaving.signal);
    if (newest.commit !== this.#cursor.commit) await this.#move({ ...newest, atMs: Date.now() }, true);
  }

  async #limit(): Promise<string | null> {
    const spent = await this.#records.spentSince(this.#record.id, startOfDay(Date.now()));
    return limitReached(this.#record.settings, spent, this.#inFlight);
  }

  /** Returns false when a limit was reached before all calls were scored. */
  async #scoreBatch(calls: readonly LiveCall[]): Promise<boolean> {
    const { signal } = this.#leaving;
    const { taskStore: store } = this.#services;
    const prices = await readProjectPrices(store, this.#record.projectId, { signal });
    const scored = await this.#scoredAmong(
      calls.map(({ id }) => id),
      prices,
    );
    const waiting = calls.filter(({ id }) => !scored.has(id)).values();
    const ends = await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#work(waiting, prices)));
    return ends.every((isDone) => isDone);
  }

  async #scoredAmong(callIds: readonly string[], prices: ProjectPrices): Promise<ReadonlySet<string>> {
    const known = await this.#records.scoredAmong(this.#record.id, callIds);
    if (this.#isRecovered) return known;
    const unknown = callIds.filter((id) => !known.has(id));
    const recovered = await recoverScores(this.#services, this.#scope, unknown, prices, this.#leaving.signal);
    for (const score of recovered) await this.#records.addScore(this.#record.id, score);
    this.#isRecovered = true;
    return new Set([...known, ...recovered.map(({ callId }) => callId)]);
  }

  async #work(waiting: Iterator<LiveCall>, prices: ProjectPrices): Promise<boolean> {
    for (;;) {
      this.#leaving.signal.throwIfAborted();
      // Claimed before the limit is read, so that two workers do not take the last place both.
      this.#inFlight += 1;
      try {
        const spent = await this.#records.spentSince(this.#record.id, startOfDay(Date.now()));
        if (limitReached(this.#record.settings, spent, this.#inFlight - 1) !== null) return false;
        const next = waiting.next();
        if (next.done) return true;
        await this.#score(next.value, prices);
      } catch (error) {
        if (!(error instanceof BudgetReachedError)) throw error;
        this.#isRefused = true;
        return false;
      } finally {
        this.#inFlight -= 1;
      }
    }
  }

  async #score(call: LiveCall, prices: ProjectPrices): Promise<void> {
    const { settings, identity, projectId } = this.#record;
    const { providers, spending } = this.#services;
    const access = { providers, identity, spending, projectId };
    const runs = await scoreCall(access, settings, call, this.#leaving.signal);
    await storeScores(this.#services, this.#scope, call, runs);
    const good = runs.filter(({ error }) => error === null);
    const score: ScoreRecord = {
      callId: call.id,
      scoredAt: new Date().toISOString(),
      costUsd: costOfScoring(runs, prices),
      scores: Object.fromEntries(good.map(({ scorer, score: value }) => [scorer.name, value])),
      errors: Object.fromEntries(runs.flatMap(({ scorer, error }) => (error === null ? [] : [[scorer.name, error]]))),
    };
    await this.#records.addScore(this.#record.id, score);
  }
}
