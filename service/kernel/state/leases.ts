import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import { isPostgres } from "@/lib/postgres/database-kind";
import { databaseTimeMs } from "@/lib/postgres/database-time";

/** The table of leases, in every database whose work several processes share. */
export interface LeaseSchema {
  lease: {
    /** The work: its kind and id. */
    subject: string;
    /** The process that works on it. */
    owner: string;
    taken_ms: number;
    renewed_ms: number;
    /** Time from which any process may take it. All times are by the clock of the database. */
    until_ms: number;
  };
}

/** Creates the table, as a migration does. */
export const LEASE_TABLE = sql`
  create table lease (
    subject text primary key,
    owner text not null,
    taken_ms integer not null,
    renewed_ms integer not null,
    until_ms integer not null
  ) strict, without rowid`;

/** The right of this process to work on something, until it is released or lost. */
export interface Lease {
  readonly subject: string;
  /** Aborted when the lease is lost, for example because the database could not be reached for too long. */
  readonly lost: AbortSignal;
  /** Frees the work for any process. */
  release(): Promise<void>;
}

interface LeaseOptions {
  readonly log: Logger;
  /** Time after which another process may take over the work of one that died. */
  readonly durationMs: number;
}

/** The default duration of a lease. */
export const LEASE_MS = 30_000;

/** Renewals per duration of a lease; the last one would come too late to keep it. */
const RENEWALS = 6;

const RETRY_MS = 200;

interface Held {
  /** False while it is being taken. */
  isStored: boolean;
  /** Time at which this process stops its work, by its own clock: before another one may take over. */
  endsAtMs: number;
  readonly losing: AbortController;
}

/**
 * The leases of one process in one database. The process that holds the lease of some work does it; when a process
 * dies, its leases expire, and another one takes over. A SQLite file has one process: the leases of an earlier process
 * are free at once, and no lease is renewed or lost.
 */
export class Leases {
  /** True where other processes may hold leases. */
  readonly isShared: boolean;
  readonly #database: Kysely<LeaseSchema>;
  readonly #log: Logger;
  readonly #durationMs: number;
  readonly #owner = randomUUID();
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | null = null;
  #renewing: Promise<void> | null = null;

  private constructor(database: Kysely<LeaseSchema>, { log, durationMs }: LeaseOptions) {
    this.#database = database;
    this.#log = log;
    this.#durationMs = durationMs;
    this.isShared = isPostgres(database);
  }

  static async open<Schema extends LeaseSchema>(database: Kysely<Schema>, options: LeaseOptions): Promise<Leases> {
    // Only the table of leases is used.
    const leases = new Leases(database as unknown as Kysely<LeaseSchema>, options);
    if (leases.isShared) {
      leases.#timer = setInterval(() => leases.#renew(), leases.#durationMs / RENEWALS);
      leases.#timer.unref();
    } else await leases.#database.deleteFrom("lease").execute();
    return leases;
  }

  get #now(): RawBuilder<number> {
    return databaseTimeMs(this.#database);
  }

  get #until(): RawBuilder<number> {
    return sql<number>`${this.#now} + ${sql.lit(this.#durationMs)}`;
  }

  /** Returns the time until which this process may work after a renewal that it sent at a given time. */
  #endOf(sentAtMs: number): number {
    return sentAtMs + this.#durationMs * (1 - 1 / RENEWALS);
  }

  /** Takes a lease; null while another process, or another part of this one, has it. */
  async take(subject: string): Promise<Lease | null> {
    if (this.#held.has(subject)) return null;
    const held: Held = { isStored: false, endsAtMs: this.#endOf(performance.now()), losing: new AbortController() };
    this.#held.set(subject, held);
    try {
      const [now, until] = [this.#now, this.#until];
      const row = await this.#database
        .insertInto("lease")
        .values({ subject, owner: this.#owner, taken_ms: now, renewed_ms: now, until_ms: until })
        .onConflict((conflict) =>
          conflict
            .column("subject")
            .doUpdateSet({ owner: this.#owner, taken_ms: now, renewed_ms: now, until_ms: until })
            .where("lease.until_ms", "<=", now),
        )
        .returning("subject")
        .executeTakeFirst();
      if (row === undefined) {
        this.#held.delete(subject);
        return null;
      }
      held.isStored = true;
    } catch (error) {
      this.#held.delete(subject);
      throw error;
    }
    return { subject, lost: held.losing.signal, release: () => this.#release(subject, held) };
  }

  /** Takes a lease as soon as it is free; null when the signal is aborted before. */
  async takeWhenFree(subject: string, signal: AbortSignal): Promise<Lease | null> {
    for (;;) {
      if (signal.aborted) return null;
      const lease = await this.take(subject);
      if (lease) return lease;
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** True when another process has a lease whose subject begins with this text. */
  async hasOthers(beginning: string): Promise<boolean> {
    const row = await this.#database
      .selectFrom("lease")
      .select("owner")
      .where("subject", "like", `${beginning}%`)
      .where("owner", "!=", this.#owner)
      .where("until_ms", ">", this.#now)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns a query condition: no process has the lease of this subject. */
  isFree(subject: RawBuilder<string>): RawBuilder<boolean> {
    return sql<boolean>`not exists (
      select 1 from lease where lease.subject = ${subject} and lease.until_ms > ${this.#now})`;
  }

  async #release(subject: string, held: Held): Promise<void> {
    if (this.#held.get(subject) === held) this.#held.delete(subject);
    try {
      await this.#database
        .deleteFrom("lease")
        .where("subject", "=", subject)
        .where("owner", "=", this.#owner)
        .execute();
    } catch (error) {
      // The lease expires.
      this.#log.warn({ err: error, subject }, "a lease could not be released");
    }
  }

  #renew(): void {
    this.#loseOverdue();
    if (this.#held.size === 0) return;
    this.#renewing ??= this.#renewHeld()
      .catch((error: unknown) => this.#log.warn({ err: error }, "leases could not be renewed; the service tries again"))
      .finally(() => {
        this.#renewing = null;
      });
  }

  async #renewHeld(): Promise<void> {
    const sentAtMs = performance.now();
    const sent = new Map([...this.#held].filter(([, { isStored }]) => isStored));
    if (sent.size === 0) return;
    const rows = await this.#database
      .updateTable("lease")
      .set({ renewed_ms: this.#now, until_ms: this.#until })
      .where("owner", "=", this.#owner)
      .where("subject", "in", [...sent.keys()])
      .returning("subject")
      .execute();
    const renewed = new Set(rows.map(({ subject }) => subject));
    for (const [subject, held] of sent) {
      if (this.#held.get(subject) !== held) continue;
      if (renewed.has(subject)) held.endsAtMs = Math.max(held.endsAtMs, this.#endOf(sentAtMs));
      else this.#lose(subject, held);
    }
  }

  #loseOverdue(): void {
    const nowMs = performance.now();
    for (const [subject, held] of this.#held) if (held.endsAtMs <= nowMs) this.#lose(subject, held);
  }

  #lose(subject: string, held: Held): void {
    this.#held.delete(subject);
    this.#log.warn({ subject }, "this process lost a lease; another one may continue the work");
    held.losing.abort();
  }

  /** Releases all leases. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#renewing;
    this.#held.clear();
    await this.#database
      .deleteFrom("lease")
      .where("owner", "=", this.#owner)
      .execute()
      .catch((error: unknown) => this.#log.warn({ err: error }, "leases could not be released"));
  }
}
