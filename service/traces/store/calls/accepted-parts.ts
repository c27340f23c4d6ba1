import { errorMessage } from "@/lib/guard/error-message";
import { GroupCommit } from "@/service/kernel/concurrency/group-commit";
import { StoreError, StoreOverloaded, toStoreError } from "@/service/kernel/errors/store-errors";
import type { LogSide, RecordLog } from "@/service/traces/store/engine/record-log";
import { projectsOf, recordOf, requestOfRecord, type WriteRequest } from "./write-request";

/** When accepted parts are stored though no reader asks for them. */
export interface AcceptedLimits {
  /** The longest time that they wait. */
  readonly quietMs: number;
  /** … soon after a reader came, since the next one waits for what is not stored. */
  readonly readMs: number;
  /** Readers are expected again for this long. */
  readonly readersStayMs: number;
  /** They are stored together when they have this many bytes. */
  readonly bytes: number;
  /** Requests wait for the engine when this much is not stored, and are refused when it stores nothing. */
  readonly unstoredBytes: number;
  /** The time until the next try when they could not be stored. */
  readonly retryMs: number;
}

/**
 * An end that arrives within this time makes one row with its start, and many requests make one insert. A reader waits
 * for what is accepted, so it is little.
 */
const LIMITS: AcceptedLimits = {
  quietMs: 2_000,
  readMs: 100,
  readersStayMs: 30_000,
  bytes: 8 * 1024 ** 2,
  unstoredBytes: 24 * 1024 ** 2,
  retryMs: 1_000,
};

/** More would only wait in memory for the log: the client is told to retry. */
const MAX_WAITING_BYTES = 128 * 1024 ** 2;

/** Runs a step again in reserved space when it failed because the disk is full. */
export type WithRoom = <Result>(step: () => Promise<Result>) => Promise<Result>;

const WITHOUT_RESERVE: WithRoom = (step) => step();

interface SizedRequest {
  readonly request: WriteRequest;
  readonly bytes: number;
}

/** A request that is in the log. */
interface Accepted extends SizedRequest {
  /** Counts up. */
  readonly number: number;
  readonly side: LogSide;
  readonly projects: ReadonlySet<string>;
}

/**
 * Parts that are acknowledged because they are in a log on disk, and not yet stored in the engine. They are stored
 * together: after a while, when they are many, or when a reader comes.
 */
export class AcceptedParts {
  readonly #log: RecordLog;
  readonly #store: (request: WriteRequest) => Promise<void>;
  readonly #limits: AcceptedLimits;
  readonly #appends: GroupCommit<SizedRequest, undefined>;
  #held: Accepted[] = [];
  #heldBytes = 0;
  #unstoredBytes = 0;
  #lastNumber = 0;
  /** How many requests with calls of a project are not stored. */
  readonly #unstoredByProject = new Map<string, number>();
  #storing: Promise<void> | null = null;
  #failure: unknown = null;
  #timer: NodeJS.Timeout | null = null;
  #timerEndsAtMs = 0;
  #lastReadAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /**
   * @param store resolves when the parts of one request are stored
   * @param withRoom stores them on a full disk, since readers wait for them
   */
  constructor(
    log: RecordLog,
    store: (request: WriteRequest) => Promise<void>,
    limits: Partial<AcceptedLimits>,
    withRoom: WithRoom = WITHOUT_RESERVE,
  ) {
    this.#log = log;
    this.#store = (request) => withRoom(() => store(request));
    this.#limits = { ...LIMITS, ...limits };
    this.#appends = new GroupCommit((group) => this.#append(group), {
      sizeOf: ({ bytes }) => bytes,
      groupBytes: this.#limits.bytes,
      waitingBytes: MAX_WAITING_BYTES,
    });
  }

  /** Stores what the log has of an earlier run. @throws StoreError when that fails; the log keeps it */
  async recover(): Promise<void> {
    try {
      await this.#storeRecords();
    } catch (error) {
      const reason = errorMessage(error);
      throw new StoreError(`The acknowledged calls in ${this.#log.folder} could not be stored: ${reason}`, {
        cause: error,
      });
    }
    await this.#log.clear();
  }

  /** Resolves when the parts are in the log. Readers then wait for {@link stored}. */
  accept(request: WriteRequest, bytes: number): Promise<undefined> {
    return this.#appends.submit({ request, bytes });
  }

  /** True soon after a reader came: what is stored before its acknowledgement keeps no reader waiting. */
  get isBeingRead(): boolean {
    return performance.now() - this.#lastReadAtMs < this.#limits.readersStayMs;
  }

  /** Begins to store what is accepted. */
  release(): Promise<void> {
    if (this.#storing === null && this.#held.length === 0) return Promise.resolve();
    this.#storing ??= this.#storeHeld().finally(() => {
      this.#storing = null;
      this.#releaseLater();
    });
    return this.#storing;
  }

  /** Resolves when everything that was accepted before is stored. Rejects when it cannot be stored now. */
  async stored(): Promise<void> {
    const last = this.#lastNumber;
    // Of what is being stored, and of what is stored next.
    await this.#storing;
    if (this.#storing !== null || this.#isHeld(last)) await this.release();
    if (this.#isHeld(last)) throw toStoreError(this.#failure, false);
  }

  /**
   * The same for a reader, after whom others may come soon.
   * @param projectId of a reader that sees no other project: it does not wait for what others have sent
   */
  async storedForReader(projectId: string | null = null): Promise<void> {
    this.#lastReadAtMs = performance.now();
    if (projectId !== null && !this.#unstoredByProject.has(projectId)) return;
    if (this.#held.length > 0 || this.#storing !== null) await this.stored();
  }

  /** Stores what is accepted, as far as possible; the log keeps the rest for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#appends.idle();
    await this.stored().catch(() => undefined);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#log.close();
  }

  async #storeRecords(): Promise<void> {
    let requests: WriteRequest[] = [];
    let bytes = 0;
    const store = async () => {
      await Promise.all(requests.map((request) => this.#store(request)));
      requests = [];
      bytes = 0;
    };
    for await (const record of this.#log.records()) {
      // The checksum says that this is what `append` wrote.
      requests.push(requestOfRecord(record));
      bytes += record.length;
      if (bytes >= this.#limits.bytes) await store();
    }
    await store();
  }

  #count(project: string, change: 1 | -1): void {
    const count = (this.#unstoredByProject.get(project) ?? 0) + change;
    if (count === 0) this.#unstoredByProject.delete(project);
    else this.#unstoredByProject.set(project, count);
  }

  #isHeld(last: number): boolean {
    const [oldest] = this.#held;
    return oldest !== undefined && oldest.number <= last;
  }

  async #append(group: readonly SizedRequest[]): Promise<undefined[]> {
    while (this.#unstoredBytes >= this.#limits.unstoredBytes) {
      await this.release();
      if (this.#failure !== null) throw new StoreOverloaded("Too much data is waiting to be stored.");
    }
    const side = await this.#appended(group);
    for (const { request, bytes } of group) {
      this.#lastNumber += 1;
      const projects = projectsOf(request);
      this.#held.push({ request, bytes, side, number: this.#lastNumber, projects });
      for (const project of projects) this.#count(project, 1);
      this.#heldBytes += bytes;
      this.#unstoredBytes += bytes;
    }
    this.#releaseLater();
    return group.map(() => undefined);
  }

  async #appended(group: readonly SizedRequest[]): Promise<LogSide> {
    try {
      return await this.#log.append(group.map(({ request }) => recordOf(request)));
    } catch (thrown) {
      throw toStoreError(thrown, false);
    }
  }

  #releaseLater(): void {
    if (this.#held.length === 0 || this.#storing !== null) return;
    if (this.#heldBytes >= this.#limits.bytes && this.#failure === null) void this.release();
    else this.#startTimer();
  }

  #startTimer(): void {
    if (this.#isClosed) return;
    const now = performance.now();
    const { quietMs, readMs, retryMs } = this.#limits;
    const waitMs = this.#failure !== null ? retryMs : this.isBeingRead ? readMs : quietMs;
    if (this.#timer !== null && this.#timerEndsAtMs <= now + waitMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerEndsAtMs = now + waitMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.release();
    }, waitMs);
    this.#timer.unref();
  }

  async #storeHeld(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const taken = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    this.#log.turn();
    const results = await Promise.allSettled(taken.map(({ request }) => this.#store(request)));
    this.#failure = results.find((result) => result.status === "rejected")?.reason ?? null;
    const failed: Accepted[] = [];
    for (const [at, each] of taken.entries()) {
      if (results[at]?.status === "rejected") {
        failed.push(each);
        continue;
      }
      this.#unstoredBytes -= each.bytes;
      for (const project of each.projects) this.#count(project, -1);
      this.#log.done(each.side, 1);
    }
    this.#held = [...failed, ...this.#held];
    this.#heldBytes = this.#held.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
