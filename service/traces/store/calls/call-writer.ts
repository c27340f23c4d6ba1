import { GroupCommit } from "@/service/kernel/concurrency/group-commit";
import { StoreError } from "@/service/kernel/errors/store-errors";
import type { CommitLogOptions, TurnResult } from "@/service/traces/store/commits/commit-log";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import type { RecordLog } from "@/service/traces/store/engine/record-log";
import type { Store } from "@/service/traces/store/engine/store";
import { TraceSources } from "@/service/traces/store/sources/trace-sources";
import { type AcceptedLimits, AcceptedParts, type WithRoom } from "./accepted-parts";
import { CallHalves } from "./call-halves";
import type { CallKey } from "./call-keys";
import { type CallPart, isLaterPart } from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import { ClosedRowCleaning } from "./closed-row-cleaning";
import type { OwnNote } from "./commit-notes";
import { CommitSteps } from "./commit-steps";
import { GroupWriting } from "./group-writing";
import { insertDeletions } from "./insert-group";
import { KnownCalls, type OpenRow } from "./known-calls";
import { type CleaningSteps, OpenRows } from "./open-rows";
import type { RecentCalls } from "./recent-calls";
import {
  bytesOf,
  loggedWriteRequest,
  noteArrival,
  requestBytes,
  type WriteRequest,
  writeRequest,
} from "./write-request";
import { deriveTables, readProjects } from "./writer-start";

export interface CallWriterOptions {
  /** Maximum number of remembered calls, whose next part needs no look-up. About 200 bytes each. */
  readonly remembered?: number;
  /** Maximum bytes of remembered starts and ends, whose other part needs no reading. */
  readonly rememberedBytes?: number;
  /** How long closed rows stay before they are removed. */
  readonly cleanAfterMs?: number;
  /**
   * Returns parts as they may be stored or logged, before anything else sees them. What it throws refuses the request.
   * By default they are not changed.
   */
  readonly redact?: (parts: readonly CallPart[]) => readonly CallPart[];
  /** Parts are acknowledged when they are in this log. Without it, when they are stored. */
  readonly log?: RecordLog;
  readonly accepted?: Partial<AcceptedLimits>;
  /** Space for what is acknowledged when the disk is full; calls are refused then. */
  readonly reserve?: DiskReserve;
  /** Of larger requests, the rows of complete calls are written before they wait in the log. */
  readonly partsBytes?: number;
  /** Set where several processes write to the store: they take turns, and none has a log. */
  readonly order?: CommitLogOptions;
  /** How long readers of other processes may need rows that were closed since. */
  readonly otherReadersMs?: number;
}

/** Longer than a query of another process waits for its turn at the server. */
const OTHER_READERS_MS = 120_000;

/** More would only wait in memory: the client is told to retry. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** The parts of smaller requests wait as they are: starts and ends usually come apart. */
const MAX_PARTS_BYTES = 256 * 1024;

/** Larger requests are stored at once: they are a group of their own, and in the log they would only be written twice. */
const MAX_LOGGED_BYTES = 16 * 1024 ** 2;

/**
 * The only writer of calls in its process. It groups requests, writes each call once as a complete row when both its start and its end
 * are known, keeps a row of what is still running, and drops parts that are already stored.
 *
 * Only one step runs at a time: a group, or the move of open rows. Where several processes write to a server, that holds
 * for all of them, and each step is stored as a whole or not at all; see docs/adr/0038-many-writers.md.
 */
export class CallWriter {
  readonly #store: Store;
  readonly #visibility: CallVisibility;
  readonly #commits: GroupCommit<WriteRequest, undefined>;
  readonly #accepted: AcceptedParts | null;
  readonly #reserve: DiskReserve | null;
  readonly #known: KnownCalls;
  readonly #open: OpenRows;
  readonly #partsBytes: number;
  readonly #cleaning: ClosedRowCleaning;
  readonly #steps: CommitSteps;
  readonly #groups: GroupWriting;
  readonly #sources = new TraceSources();
  #onWritten: ((parts: readonly CallPart[], isKnown: (id: string) => boolean) => void) | null = null;
  readonly #redact: (parts: readonly CallPart[]) => readonly CallPart[];
  #isFailing = false;

  private constructor(store: Store, visibility: CallVisibility, recent: RecentCalls, options: CallWriterOptions) {
    this.#store = store;
    this.#visibility = visibility;
    this.#known = new KnownCalls(store, visibility, options.remembered ?? 200_000);
    const isShared = options.order !== undefined;
    this.#open = new OpenRows(store, visibility, isShared ? (options.otherReadersMs ?? OTHER_READERS_MS) : null);
    const placeOf = (row: OpenRow) => this.#open.placeOf(row);
    const halves = new CallHalves(store, options.rememberedBytes ?? 64 * 1024 ** 2, placeOf, visibility);
    const state = { visibility, recent, known: this.#known, open: this.#open, halves, sources: this.#sources };
    this.#steps = new CommitSteps(
      state,
      () => this.#groups.recover(),
      () => this.#cleaning.later(),
    );
    this.#groups = new GroupWriting(store, state, this.#steps);
    this.#cleaning = new ClosedRowCleaning(this.#open, visibility, this.#cleaningSteps(), {
      isShared,
      afterMs: options.cleanAfterMs ?? 20_000,
    });
    this.#commits = new GroupCommit((group) => this.#groups.store(group), {
      sizeOf: requestBytes,
      waitingBytes: MAX_WAITING_BYTES,
    });
    this.#redact = options.redact ?? ((parts) => parts);
    this.#partsBytes = options.partsBytes ?? MAX_PARTS_BYTES;
    const { log, accepted: limits, reserve } = options;
    this.#reserve = reserve ?? null;
    if (isShared && log !== undefined) {
      throw new TypeError("Calls of a store that several processes write to cannot wait in the log of one of them.");
    }
    const storeRequest = (request: WriteRequest): Promise<void> => this.#commits.submit(request);
    const withRoom: WithRoom | undefined = reserve && ((step) => reserve.withRoom(step));
    this.#accepted = log === undefined ? null : new AcceptedParts(log, storeRequest, limits ?? {}, withRoom);
  }

  /** Bytes of calls that were submitted and are not yet on disk. */
  get waitingBytes(): number {
    return this.#commits.waitingBytes;
  }

  /** Reads what is stored. There must be one writer for a store in a process, and no reader yet. */
  static async open(
    store: Store,
    visibility: CallVisibility,
    recent: RecentCalls,
    options: CallWriterOptions,
  ): Promise<CallWriter> {
    const writer = new CallWriter(store, visibility, recent, options);
    const { order } = options;
    const derive = () => deriveTables(store, writer.#open);
    if (order === undefined) await derive();
    else await writer.#steps.join(store, order, derive);
    await readProjects(store, visibility);
    await writer.#accepted?.recover();
    await writer.#sources.read(store);
    writer.#known.forgetAll();
    writer.#known.readIds();
    writer.#cleaning.later();
    return writer;
  }

  /**
   * Resolves when the parts are on disk; a reader that waits for {@link storedForReader} sees them. When it rejects,
   * some of them may be stored: sending them again stores the others.
   * @throws StorageFullError while the disk is full
   * @param onCopied called when the bytes of the parts' payloads are not needed any more, which are complete calls
   */
  async write(parts: readonly CallPart[], onCopied?: () => void): Promise<void> {
    if (parts.length === 0) return;
    this.#reserve?.requireRoom();
    const redacted = this.#redact(this.#sources.decide(parts));
    const written = this.#noted(this.#write(redacted, onCopied));
    // By now the parts of this request have arrived, in whatever order they are.
    this.#onWritten?.(redacted, (id) => this.#known.mayBeKnown(id));
    await written;
  }

  /** Remembers whether what is sent can be stored. */
  async #noted(storing: Promise<void>): Promise<void> {
    try {
      await storing;
      this.#isFailing = false;
    } catch (error) {
      // Errors of other kinds say what else is the matter: a full disk, too much at a time.
      if (error instanceof StoreError && error.name === "StoreError") this.#isFailing = true;
      throw error;
    }
  }

  /** @param listener called with parts that are being written; it is told of which calls something may be known */
  onWritten(listener: (parts: readonly CallPart[], isKnown: (id: string) => boolean) => void): void {
    this.#onWritten = listener;
  }

  #write(parts: readonly CallPart[], onCopied?: () => void): Promise<void> {
    // The last name counts, so that a name must not be stored again after a later one, as the log may do after a crash;
    // the same holds for turns.
    if (this.#accepted !== null && !parts.some(isLaterPart)) {
      const bytes = bytesOf(parts);
      if (bytes <= MAX_LOGGED_BYTES && !this.#accepted.isBeingRead) {
        const request = this.#loggedRequest(parts, bytes);
        if (request.parts.length === 0) onCopied?.();
        return this.#accepted.accept(request, requestBytes(request));
      }
      void this.#accepted.release();
    }
    const request = writeRequest(parts, this.#known);
    if (request.parts.length === 0) onCopied?.();
    return this.#commits.submit(request);
  }

  #loggedRequest(parts: readonly CallPart[], bytes: number): WriteRequest {
    if (bytes > this.#partsBytes) return loggedWriteRequest(parts, this.#known);
    noteArrival(parts, this.#known);
    return { parts, newCalls: null };
  }

  /**
   * Resolves when all acknowledged parts are stored.
   * @param projectId of a reader that sees no other project, and waits for nothing else
   * @throws StoreError when the engine does not take them now
   */
  async storedForReader(projectId: string | null = null): Promise<void> {
    await this.#accepted?.storedForReader(projectId);
    await this.#steps.catchUp();
  }

  /** The same for a reader after whom no other is expected, such as a task of the service. */
  async stored(): Promise<void> {
    await this.#accepted?.stored();
  }

  /** Marks calls as deleted. */
  async delete(projectId: string, keys: readonly CallKey[], userId: string): Promise<void> {
    const insert = () => insertDeletions(this.#store, projectId, keys, userId);
    if (!this.#steps.isShared) {
      await insert();
      this.#visibility.addProjectWithDeletions(projectId);
      return;
    }
    await this.#steps.exclusively(async () => {
      await insert();
      return { result: undefined, note: { deleted: [projectId] } };
    });
  }

  /** How long readers of other processes may need what a step removes; null where there are none. */
  get otherReadersMs(): number | null {
    return this.#open.otherReadersMs;
  }

  /** From now on every call is looked up once. */
  forgetCalls(): Promise<void> {
    return this.#steps.alone(async () => this.#known.forgetAll());
  }

  /** True after calls could not be stored, until others are. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** True while requests are being written. */
  get isBusy(): boolean {
    return this.#commits.isBusy;
  }

  /** False when every stored call has ended, so that readers need not look for others. */
  get hasOpenRows(): boolean {
    return this.#open.hasOpenRows;
  }

  /** Resolves when nothing is waiting to be written, and what the writer reads when it starts is read. */
  async idle(): Promise<void> {
    await this.#accepted?.stored();
    await this.#commits.idle();
    await this.#cleaning.idle();
    await this.#known.idle();
  }

  /** Stores what is accepted, and ends removing closed rows; the next start continues both. */
  async close(): Promise<void> {
    this.#cleaning.close();
    await this.#accepted?.close();
    await this.#commits.idle();
    await this.#cleaning.idle();
    await this.#known.close();
    await this.#steps.close();
  }

  /**
   * Runs a step during which closed rows stay where they are: when the engine drops a partition, it starts again what
   * rewrites the others.
   */
  withoutCleaning<Result>(step: () => Promise<Result>): Promise<Result> {
    return this.#cleaning.pausedWhile(step);
  }

  /** Removes closed rows, as far as readers permit; it runs by itself some seconds after calls end. */
  clean(): Promise<void> {
    return this.#cleaning.clean();
  }

  /** @param listener called with the hashes of traces of which another process stored something */
  onTracesElsewhere(listener: (traces: Uint32Array) => void): void {
    this.#steps.onTracesElsewhere(listener);
  }

  /** True where other processes may write to the same server. */
  get isShared(): boolean {
    return this.#steps.isShared;
  }

  /**
   * Runs a step while no other process of a server runs one. All commits before it are known then; what it stores is
   * acknowledged when this resolves.
   */
  exclusively<Result>(step: (commit: number) => Promise<TurnResult<Result, OwnNote>>): Promise<Result> {
    return this.#steps.exclusively(step);
  }

  #cleaningSteps(): CleaningSteps {
    return {
      alone: (step) =>
        this.#steps.exclusively(async (commit) => {
          const note = await this.#groups.inDoubtUntilDone(() => step(commit));
          return { result: undefined, note };
        }),
      removing: (step) => this.#steps.removing(step),
    };
  }
}
