import type { Logger } from "pino";
import type { Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Store } from "@/service/traces/store/engine/store";
import type { CallRemovals } from "@/service/traces/store/retention/call-removals";
import {
  findCut,
  previewRetention,
  type RetentionLimits,
  type RetentionPreview,
} from "@/service/traces/store/retention/retention-cut";

const LEASE = "retention";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Removing rows rewrites those that remain, so it waits for a day, or until this part of the project can go. */
const WORTHWHILE_SHARE = 0.05;

/** The calls, as readers see them, and what removes them. */
interface RetainedCalls {
  readonly store: Store;
  readonly removals: CallRemovals;
}

interface RetentionOptions {
  readonly now?: () => number;
  /** Of the same database: one service at a time removes calls. */
  readonly leases?: Leases;
}

const UNLIMITED: RetentionLimits = { maxAgeDays: null, maxBytes: null };

/** The limits of projects, and the task that applies them: hourly, and at once after a change. */
export class Retention {
  readonly #state: ServiceState;
  readonly #calls: RetainedCalls;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #leases: Leases | null;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #run: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    state: ServiceState,
    calls: RetainedCalls,
    log: Logger,
    { now = Date.now, leases }: RetentionOptions = {},
  ) {
    this.#state = state;
    this.#calls = calls;
    this.#log = log;
    this.#now = now;
    this.#leases = leases ?? null;
  }

  /** Applies the limits from now on. */
  start(): void {
    void this.apply();
    this.#timer = setInterval(() => void this.apply(), HOUR_MS);
    this.#timer.unref();
  }

  async limitsOf(projectId: string): Promise<RetentionLimits> {
    const row = await this.#state
      .selectFrom("retention")
      .selectAll()
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row === undefined ? UNLIMITED : { maxAgeDays: row.max_age_days, maxBytes: row.max_bytes };
  }

  /** Returns the limits of all projects that have some, by project. */
  async allLimits(): Promise<ReadonlyMap<string, RetentionLimits>> {
    const rows = await this.#state.selectFrom("retention").selectAll().execute();
    return new Map(
      rows.map((row) => [row.project_id, { maxAgeDays: row.max_age_days, maxBytes: row.max_bytes }] as const),
    );
  }

  /** Stores the limits of a project and begins to apply them. Calls that were removed may be sent again after it. */
  async set(projectId: string, { maxAgeDays, maxBytes }: RetentionLimits): Promise<void> {
    const row = {
      project_id: projectId,
      max_age_days: maxAgeDays,
      max_bytes: maxBytes,
      updated_at: new Date(this.#now()).toISOString(),
    };
    if (maxAgeDays === null && maxBytes === null) {
      await this.#state.deleteFrom("retention").where("project_id", "=", projectId).execute();
    } else {
      await this.#state
        .insertInto("retention")
        .values(row)
        .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
        .execute();
    }
    await this.#calls.removals.forget(projectId);
    void this.apply(projectId);
  }

  preview(projectId: string, limits: RetentionLimits, signal?: AbortSignal): Promise<RetentionPreview> {
    return previewRetention(this.#calls.store, projectId, limits, this.#now(), signal);
  }

  /**
   * Removes what the limits permit no longer, one project after the other. A failure is logged, and the next hour tries
   * again.
   *
   * @param changedProjectId whose limits are applied even if they remove little
   */
  apply(changedProjectId: string | null = null): Promise<void> {
    this.#run = this.#run.then(() => this.#logFailure(changedProjectId, () => this.#applyAlone(changedProjectId)));
    return this.#run;
  }

  /** Stops removing, and resolves when nothing is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.abort();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#calls.removals.close();
    await this.#run;
  }

  async #applyAlone(changedProjectId: string | null): Promise<void> {
    if (this.#leases === null) return await this.#apply(changedProjectId);
    // What another service applies every hour needs no second one; a change waits for its turn.
    const lease =
      changedProjectId === null
        ? await this.#leases.take(LEASE)
        : await this.#leases.takeWhenFree(LEASE, this.#closing.signal);
    if (!lease) return;
    try {
      await this.#apply(changedProjectId);
    } finally {
      await lease.release();
    }
  }

  async #apply(changedProjectId: string | null): Promise<void> {
    await this.#logFailure(null, () => this.#calls.removals.resume());
    const projects = await this.#state.selectFrom("retention").selectAll().orderBy("project_id").execute();
    for (const { project_id: projectId, max_age_days: maxAgeDays, max_bytes: maxBytes } of projects) {
      if (changedProjectId !== null && projectId !== changedProjectId) continue;
      await this.#logFailure(projectId, () =>
        this.#applyTo(projectId, { maxAgeDays, maxBytes }, changedProjectId !== null),
      );
    }
  }

  async #applyTo(projectId: string, limits: RetentionLimits, isChanged: boolean): Promise<void> {
    const { store, removals } = this.#calls;
    const nowMs = this.#now();
    if (!isChanged && !(await this.#isWorthwhile(projectId, limits, nowMs))) return;
    const cut = await findCut(store, projectId, limits, nowMs);
    const removed = cut === null ? 0 : await removals.remove(projectId, cut);
    if (removed > 0) this.#log.info({ projectId, calls: removed, before: cut }, "old calls removed");
  }

  async #isWorthwhile(projectId: string, limits: RetentionLimits, nowMs: number): Promise<boolean> {
    const lastMs = await this.#calls.removals.lastRemovedAtMs(projectId);
    if (lastMs === null || nowMs - lastMs >= DAY_MS) return true;
    const { bytes, remainingBytes } = await this.preview(projectId, limits);
    return bytes > (bytes + remainingBytes) * WORTHWHILE_SHARE;
  }

  async #logFailure(projectId: string | null, step: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return;
    try {
      await step();
    } catch (error) {
      if (!this.#isClosed) this.#log.warn({ err: error, projectId }, "old calls could not be removed");
    }
  }
}
