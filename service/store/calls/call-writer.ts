import { GroupCommit } from "@/service/concurrency/group-commit";
import { StoreClosed } from "@/service/errors/store-errors";
import { jsonLine } from "@/service/store/engine/json-line";
import type { RecordLog } from "@/service/store/engine/record-log";
import type { Store } from "@/service/store/engine/store";
import { FILL_TURN_LOOKUP_SQL } from "@/service/store/schema/schema-calls";
import { type AcceptedLimits, AcceptedParts } from "./accepted-parts";
import { type CallHalf, CallHalves } from "./call-halves";
import type { CallKey } from "./call-keys";
import { type CallPart, isLaterPart } from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import { type GroupCall, groupCalls, newestOf } from "./group-calls";
import { groupRows } from "./group-rows";
import { insertGroup, isFinishedRow } from "./insert-group";
import { KnownCalls } from "./known-calls";
import { OpenRows } from "./open-rows";
import type { RecentCalls } from "./recent-calls";
import {
  bytesOf,
  noteArrival,
  partsOfOthers,
  requestBytes,
  unstoredCalls,
  type WriteRequest,
  writeRequest,
} from "./write-request";

export interface CallWriterOptions {
  /** Maximum number of remembered calls, whose next part needs no look-up. About 200 bytes each. */
  readonly remembered?: number;
  /** Maximum bytes of remembered starts and ends, whose other part needs no reading. */
  readonly rememberedBytes?: number;
  /** How long closed rows stay before they are removed. */
  readonly cleanAfterMs?: number;
  /** Parts are acknowledged when they are in this log. Without it, when they are stored. */
  readonly log?: RecordLog;
  readonly accepted?: Partial<AcceptedLimits>;
}

/** Closed rows are removed earlier when there are this many, since readers compare with each of them. */
const MAX_CLOSINGS = 20_000;

/** More would only wait in memory: the client is told to retry. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** Larger requests are stored at once: they are a group of their own, and in the log they would only be written twice. */
const MAX_LOGGED_BYTES = 1024 ** 2;

/**
 * The only writer of calls. It groups requests, writes each call once as a complete row when both its start and its end
 * are known, keeps a row of what is still running, and drops parts that are already stored.
 *
 * Only one step runs at a time: a group, or the move of open rows.
 */
export class CallWriter {
  readonly #store: Store;
  readonly #visibility: CallVisibility;
  readonly #recent: RecentCalls;
  readonly #commits: GroupCommit<WriteRequest, undefined>;
  readonly #accepted: AcceptedParts | null;
  readonly #known: KnownCalls;
  readonly #open: OpenRows;
  readonly #halves: CallHalves;
  readonly #cleanAfterMs: number;
  #lastStep: Promise<unknown> = Promise.resolve();
  /** After a failed insert, which may have stored some of its rows. */
  #isInDoubt = false;
  #timer: NodeJS.Timeout | null = null;
  #cleaning: Promise<void> | null = null;
  #isCleaningPaused = false;
  #isClosed = false;

  private constructor(store: Store, visibility: CallVisibility, recent: RecentCalls, options: CallWriterOptions) {
    this.#store = store;
    this.#visibility = visibility;
    this.#recent = recent;
    this.#known = new KnownCalls(store, visibility, options.remembered ?? 200_000);
    this.#open = new OpenRows(store, visibility);
    this.#halves = new CallHalves(store, options.rememberedBytes ?? 64 * 1024 ** 2, (row) => this.#open.placeOf(row));
    this.#cleanAfterMs = options.cleanAfterMs ?? 20_000;
    this.#commits = new GroupCommit((group) => this.#exclusively(() => this.#writeGroup(group)), {
      sizeOf: requestBytes,
      waitingBytes: MAX_WAITING_BYTES,
    });
    const { log, accepted: limits } = options;
    const storeParts = (parts: readonly CallPart[]): Promise<void> => this.#commits.submit({ parts, newCalls: null });
    this.#accepted = log === undefined ? null : new AcceptedParts(log, storeParts, limits ?? {});
  }

  /** Bytes of calls that were submitted and are not yet on disk. */
  get waitingBytes(): number {
    return this.#commits.waitingBytes;
  }

  /** Reads what is stored. There must be one writer for a store, and no reader yet. */
  static async open(
    store: Store,
    visibility: CallVisibility,
    recent: RecentCalls,
    options: CallWriterOptions,
  ): Promise<CallWriter> {
    const writer = new CallWriter(store, visibility, recent, options);
    await store.command("TRUNCATE TABLE closed_calls");
    await writer.#open.recover();
    const projectsIn = (table: string) =>
      store.read<{ projectId: string }>({ sql: `SELECT DISTINCT project_id AS projectId FROM ${table}` });
    const turns = await store.read<{ projectId: string; changesKind: number }>({
      sql: "SELECT project_id AS projectId, max(changes_kind) AS changesKind FROM call_turns GROUP BY project_id",
    });
    for (const { projectId, changesKind } of turns) visibility.addProjectWithTurns(projectId, changesKind === 1);
    for (const { projectId } of await projectsIn("deleted_calls")) visibility.addProjectWithDeletions(projectId);
    for (const { projectId } of await projectsIn("call_names")) visibility.addProjectWithNames(projectId);
    await store.command("TRUNCATE TABLE call_turn_lookup");
    await store.command(FILL_TURN_LOOKUP_SQL);
    await writer.#accepted?.recover();
    writer.#known.forgetAll();
    writer.#known.readIds();
    writer.#cleanLater();
    return writer;
  }

  /**
   * Resolves when the parts are on disk; a reader that waits for {@link storedForReader} sees them. When it rejects,
   * some of them may be stored: sending them again stores the others.
   */
  write(parts: readonly CallPart[]): Promise<void> {
    if (parts.length === 0) return Promise.resolve();
    // The last name counts, so that a name must not be stored again after a later one, as the log may do after a crash;
    // the same holds for turns.
    if (this.#accepted !== null && !parts.some(isLaterPart)) {
      const bytes = bytesOf(parts);
      if (bytes <= MAX_LOGGED_BYTES && !this.#accepted.isBeingRead) {
        noteArrival(parts, this.#known);
        return this.#accepted.accept(parts, bytes);
      }
      void this.#accepted.release();
    }
    return this.#commits.submit(writeRequest(parts, this.#known));
  }

  /** Resolves when all acknowledged parts are stored. @throws StoreError when the engine does not take them now */
  async storedForReader(): Promise<void> {
    await this.#accepted?.storedForReader();
  }

  /** Marks calls as deleted. */
  async delete(projectId: string, keys: readonly CallKey[], userId: string): Promise<void> {
    const deletedAt = new Date().toISOString();
    const lines = keys.map(({ id, startedAt }) =>
      jsonLine({ project_id: projectId, started_at: startedAt, id, deleted_at: deletedAt, user_id: userId }),
    );
    await this.#store.insert({
      table: "deleted_calls",
      columns: ["project_id", "started_at", "id", "deleted_at", "user_id"],
      lines: Buffer.from(lines.join("")),
    });
    this.#visibility.addProjectWithDeletions(projectId);
  }

  /** From now on every call is looked up once. */
  forgetCalls(): Promise<void> {
    return this.#exclusively(async () => this.#known.forgetAll());
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
    await this.#cleaning;
    await this.#known.idle();
  }

  /** Stores what is accepted, and ends removing closed rows; the next start continues both. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#accepted?.close();
    await this.#commits.idle();
    await this.#cleaning;
    await this.#known.close();
  }

  /**
   * Runs a step during which closed rows stay where they are: when the engine drops a partition, it starts again what
   * rewrites the others.
   */
  async withoutCleaning<Result>(step: () => Promise<Result>): Promise<Result> {
    this.#isCleaningPaused = true;
    try {
      await this.#cleaning;
      return await step();
    } finally {
      this.#isCleaningPaused = false;
      this.#cleanLater();
    }
  }

  /** Removes closed rows, as far as readers permit; it runs by itself some seconds after calls end. */
  async clean(): Promise<void> {
    if (this.#isCleaningPaused) return;
    this.#cleaning ??= this.#clean().finally(() => {
      this.#cleaning = null;
    });
    await this.#cleaning;
  }

  async #clean(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      await this.#open.clean((step) =>
        this.#exclusively(async () => {
          if (this.#isInDoubt) await this.#recover();
          await this.#inDoubtUntilDone(step);
        }),
      );
      if (this.#open.isWaiting) this.#startTimer();
    } catch (error) {
      // Readers exclude what remains. The next group tries again.
      if (error instanceof StoreClosed) this.#isClosed = true;
    }
  }

  #cleanLater(): void {
    if (this.#isClosed || this.#isCleaningPaused || this.#visibility.closings === 0) return;
    if (this.#visibility.closings >= MAX_CLOSINGS) void this.clean();
    else this.#startTimer();
  }

  #startTimer(): void {
    if (this.#isClosed || this.#isCleaningPaused) return;
    this.#timer ??= setTimeout(() => void this.clean(), this.#cleanAfterMs);
    this.#timer.unref();
  }

  #exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastStep.then(step, step);
    this.#lastStep = turn.catch(() => undefined);
    return turn;
  }

  async #inDoubtUntilDone(step: () => Promise<void>): Promise<void> {
    this.#isInDoubt = true;
    await step();
    this.#isInDoubt = false;
  }

  async #recover(): Promise<void> {
    this.#known.forgetAll();
    await this.#open.recover();
    this.#isInDoubt = false;
  }

  async #writeGroup(group: readonly WriteRequest[]): Promise<undefined[]> {
    if (this.#isInDoubt) await this.#recover();
    if (this.#open.forgetMoves()) this.#known.forgetAll();
    const parts = group.flatMap((request) => request.parts);
    const later = { names: newestOf("name", parts), turns: newestOf("turn", parts) };
    const unstored = await unstoredCalls(group, this.#known);
    const callParts = partsOfOthers(
      parts.filter((part) => !isLaterPart(part)),
      unstored,
    );
    const commit = this.#visibility.committed + 1;
    const calls = groupCalls(callParts, await this.#known.of(callParts));
    const stored = { open: this.#open, halves: this.#halves, storedHalves: await this.#storedHalves(calls) };
    const added = groupRows(calls, stored, commit);
    const newCalls = unstored.flatMap(({ calls }) => calls);
    if (added.rows.length + newCalls.length + later.names.length + later.turns.length > 0) {
      this.#recent.note(commit, added.rows.filter(isFinishedRow), newCalls);
      const written = unstored.flatMap((of) => of.newCalls.rowsOf(of.calls, commit));
      await this.#inDoubtUntilDone(() => insertGroup(this.#store, added, written, later, commit));
      this.#open.count(added.opened, added.closed);
      for (const { projectId } of later.names) this.#visibility.addProjectWithNames(projectId);
      for (const { projectId, changesKind } of later.turns)
        this.#visibility.addProjectWithTurns(projectId, changesKind);
      this.#visibility.publish(commit, added.closed.length);
    }
    this.#known.remember(added.calls);
    this.#cleanLater();
    return group.map(() => undefined);
  }

  async #storedHalves(calls: ReadonlyMap<string, GroupCall>): Promise<ReadonlyMap<string, CallHalf>> {
    try {
      return await this.#halves.of(calls);
    } catch (error) {
      // The remembered calls may be wrong: they are read again before the next group.
      this.#isInDoubt = true;
      throw error;
    }
  }
}
