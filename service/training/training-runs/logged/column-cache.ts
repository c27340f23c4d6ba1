import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { LoggedColumns } from "./logged-columns";
import { type PackedRun, readPack, storePack } from "./packed-columns";

interface CachedRun {
  readonly columns: LoggedColumns;
  /** The time of the last update that is in the columns for certain. */
  upTo: string | null;
  /** When that was read, in milliseconds. */
  readAtMs: number;
  /** Iterations that were read from rows since the columns were packed. */
  unpackedCount: number;
}

/** About 64 MiB of numbers. */
const MAX_NUMBERS = 8_000_000;
const ROWS_PER_QUERY = 250;
/** Fewer iterations are read from their rows in milliseconds. */
const ROWS_PER_PACK = 1000;
/** Clocks of services that share a database may differ by this much, and updates in one millisecond have the same time. */
const OVERLAP_MS = 5_000;

const cachedOf = (pack: PackedRun | null): CachedRun =>
  pack === null
    ? { columns: new LoggedColumns(), upTo: null, readAtMs: 0, unpackedCount: 0 }
    : { ...pack, unpackedCount: 0 };

/**
 * The iterations of the runs that were read last, in memory. Only what changed since is read again: a long run has 60 MB
 * of JSON, of which a page shows a few lines.
 */
export class ColumnCache {
  readonly #state: ServiceState;
  readonly #runs = new Map<string, CachedRun>();
  readonly #reading = new Map<string, Promise<LoggedColumns>>();
  readonly #packing = new Set<Promise<void>>();

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Returns the iterations of a run as they are now. */
  async read(run: { readonly id: string; readonly updated_at: string }): Promise<LoggedColumns> {
    const key = `${run.id} ${run.updated_at}`;
    const reading = this.#reading.get(key);
    if (reading) return await reading;
    const begun = this.#update(run).finally(() => this.#reading.delete(key));
    this.#reading.set(key, begun);
    return await begun;
  }

  forget(runId: string): void {
    this.#runs.delete(runId);
  }

  async #update({ id, updated_at: updatedAt }: { id: string; updated_at: string }): Promise<LoggedColumns> {
    const cached = this.#runs.get(id) ?? cachedOf(await readPack(this.#state, id));
    const isSettled = cached.upTo === updatedAt && cached.readAtMs - Date.parse(updatedAt) > OVERLAP_MS;
    if (!isSettled) {
      const readAtMs = Date.now();
      const { upTo, columns } = cached;
      cached.unpackedCount +=
        upTo === null ? await this.#readAll(id, columns) : await this.#readSince(id, columns, upTo);
      cached.upTo = updatedAt;
      cached.readAtMs = readAtMs;
      if (cached.unpackedCount >= ROWS_PER_PACK) {
        cached.unpackedCount = 0;
        this.#pack(id, { columns, upTo: updatedAt, readAtMs });
      }
    }
    this.#keep(id, cached);
    return cached.columns;
  }

  /** Packs beside the response that is awaited. Without a pack, as on a full disk, the next start reads the rows again. */
  #pack(runId: string, run: PackedRun): void {
    const packing = storePack(this.#state, runId, run)
      .catch(() => undefined)
      .finally(() => this.#packing.delete(packing));
    this.#packing.add(packing);
  }

  /** Resolves when no pack is being stored. */
  async packed(): Promise<void> {
    await Promise.all(this.#packing);
  }

  /** Returns the number of rows. */
  async #readAll(runId: string, columns: LoggedColumns): Promise<number> {
    const yielder = new EventLoopYielder();
    let after = 0;
    for (;;) {
      const rows = await this.#rows(runId)
        .where("iteration", ">", after)
        .orderBy("iteration")
        .limit(ROWS_PER_QUERY)
        .execute();
      for (const row of rows) columns.put(row);
      after = rows.at(-1)?.iteration ?? after;
      if (rows.length < ROWS_PER_QUERY) return columns.count;
      await yielder.yieldToEventLoop();
    }
  }

  /** Returns the number of rows that are new, or that changed. */
  async #readSince(runId: string, columns: LoggedColumns, upTo: string): Promise<number> {
    const since = new Date(Date.parse(upTo) - OVERLAP_MS).toISOString();
    const rows = await this.#rows(runId).where("updated_at", ">=", since).execute();
    for (const row of rows) columns.put(row);
    return rows.filter(({ updated_at: updatedAt }) => updatedAt > upTo).length;
  }

  #rows(runId: string) {
    return this.#state
      .selectFrom("logged_iteration")
      .select(["iteration", "metrics", "sums", "started_at", "updated_at", "at"])
      .where("run_id", "=", runId);
  }

  /** Keeps a run as the last one that is forgotten. */
  #keep(id: string, cached: CachedRun): void {
    this.#runs.delete(id);
    this.#runs.set(id, cached);
    let numbers = [...this.#runs.values()].reduce((sum, { columns }) => sum + columns.size, 0);
    for (const [other, { columns }] of this.#runs) {
      if (numbers <= MAX_NUMBERS || other === id) return;
      this.#runs.delete(other);
      numbers -= columns.size;
    }
  }
}
