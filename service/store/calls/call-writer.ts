import { GroupCommit } from "@/service/concurrency/group-commit";
import { StoreClosed } from "@/service/errors/store-errors";
import { jsonLine } from "@/service/store/engine/json-line";
import type { RecordLog } from "@/service/store/engine/record-log";
import { RowEncoder } from "@/service/store/engine/row-encoder";
import type { BinaryInsert, Store } from "@/service/store/engine/store";
import { PARKED_AT } from "@/service/store/engine/timestamps";
import { type AcceptedLimits, AcceptedParts } from "./accepted-parts";
import { type CallHalf, CallHalves } from "./call-halves";
import type { CallKey } from "./call-keys";
import {
  type CallPart,
  type CallRow,
  callColumns,
  endValues,
  type NamePart,
  NO_END,
  NO_START,
  partBytes,
  startValues,
} from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import { type GroupCall, groupCalls, newestNames } from "./group-calls";
import { type KnownCall, KnownCalls, type OpenRow } from "./known-calls";
import { NEVER_VISIBLE, OpenRows } from "./open-rows";
import type { RecentCalls } from "./recent-calls";

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

/** The rows that a group adds, and what is stored of its calls afterwards. */
interface GroupRows {
  readonly rows: readonly CallRow[];
  readonly opened: readonly OpenRow[];
  readonly closed: readonly OpenRow[];
  readonly calls: ReadonlyMap<string, KnownCall>;
}

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
  readonly #commits: GroupCommit<readonly CallPart[], undefined>;
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
      sizeOf: bytesOf,
      waitingBytes: MAX_WAITING_BYTES,
    });
    const { log, accepted: limits } = options;
    const storeParts = (parts: readonly CallPart[]): Promise<void> => this.#commits.submit(parts);
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
    for (const { projectId } of await projectsIn("deleted_calls")) visibility.addProjectWithDeletions(projectId);
    for (const { projectId } of await projectsIn("call_names")) visibility.addProjectWithNames(projectId);
    await writer.#accepted?.recover();
    writer.#known.forgetAll();
    writer.#cleanLater();
    return writer;
  }

  /**
   * Resolves when the parts are on disk; a reader that waits for {@link storedForReader} sees them. When it rejects,
   * some of them may be stored: sending them again stores the others.
   */
  write(parts: readonly CallPart[]): Promise<void> {
    if (parts.length === 0) return Promise.resolve();
    if (this.#accepted === null) return this.#commits.submit(parts);
    const bytes = bytesOf(parts);
    if (bytes <= MAX_LOGGED_BYTES && !this.#accepted.isBeingRead) return this.#accepted.accept(parts, bytes);
    void this.#accepted.release();
    return this.#commits.submit(parts);
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

  /** Resolves when nothing is waiting to be written. */
  async idle(): Promise<void> {
    await this.#accepted?.stored();
    await this.#commits.idle();
    await this.#cleaning;
  }

  /** Stores what is accepted, and ends removing closed rows; the next start continues both. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#accepted?.close();
    await this.#commits.idle();
    await this.#cleaning;
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

  async #writeGroup(group: readonly (readonly CallPart[])[]): Promise<undefined[]> {
    if (this.#isInDoubt) await this.#recover();
    if (this.#open.forgetMoves()) this.#known.forgetAll();
    const parts = group.flat();
    const names = newestNames(parts);
    const callParts = parts.filter((part) => part.part !== "name");
    const commit = this.#visibility.committed + 1;
    const added = await this.#rowsOf(groupCalls(callParts, await this.#known.of(callParts)), commit);
    if (added.rows.length > 0 || names.length > 0) {
      this.#recent.note(commit, added.rows.filter(isFinishedRow));
      await this.#inDoubtUntilDone(() => this.#insert(added, names, commit));
      this.#open.count(added.opened, added.closed);
      for (const { projectId } of names) this.#visibility.addProjectWithNames(projectId);
      this.#visibility.publish(commit, added.closed.length);
    }
    this.#known.remember(added.calls);
    this.#cleanLater();
    return group.map(() => undefined);
  }

  /** Closings come after the rows that close: until the commit is published, readers see neither. */
  async #insert({ rows, closed }: GroupRows, names: readonly NamePart[], commit: number): Promise<void> {
    if (rows.length > 0) {
      // Rows of different partitions become different parts of the table, which are written at the same time.
      const kinds = [rows.filter(isFinishedRow), rows.filter((row) => !isFinishedRow(row))];
      await this.#store.insert(...kinds.filter((sameKind) => sameKind.length > 0).map(binaryInsert));
    }
    if (closed.length > 0) {
      const lines = closed.map(({ number, generation }) =>
        jsonLine({ open_number: number, generation, commit_number: commit }),
      );
      await this.#store.insert({
        table: "closed_calls",
        columns: ["open_number", "generation", "commit_number"],
        lines: Buffer.from(lines.join("")),
      });
    }
    if (names.length > 0) {
      const lines = names.map(({ projectId, id, displayName }) =>
        jsonLine({ project_id: projectId, id, display_name: displayName, commit_number: commit }),
      );
      await this.#store.insert({
        table: "call_names",
        columns: ["project_id", "id", "display_name", "commit_number"],
        lines: Buffer.from(lines.join("")),
      });
    }
  }

  async #rowsOf(calls: ReadonlyMap<string, GroupCall>, commit: number): Promise<GroupRows> {
    const halves = await this.#storedHalves(calls);
    const rows: CallRow[] = [];
    const opened: OpenRow[] = [];
    const closed: OpenRow[] = [];
    const after = new Map<string, KnownCall>();
    for (const [key, { known, start, end }] of calls) {
      const part = start ?? end;
      if (part === null) {
        after.set(key, known);
        continue;
      }
      const { projectId, id } = part;
      const half = halves.get(key) ?? null;
      const startedAt = start?.startedAt ?? known.startedAt;
      const first = start === null ? half : startValues(start);
      const last = end === null ? half : endValues(end);
      if (startedAt !== null && first !== null && last !== null) {
        rows.push([projectId, startedAt, id, 0, 0, commit, ...first, ...last]);
        if (known.open !== null) closed.push(this.#open.placeOf(known.open));
        this.#halves.forget(key);
        after.set(key, { startedAt, open: null });
        continue;
      }
      const open = this.#open.next();
      const isRunning = startedAt !== null;
      rows.push([
        ...[projectId, startedAt ?? PARKED_AT, id, open.number, open.generation, isRunning ? commit : NEVER_VISIBLE],
        ...(isRunning ? (first ?? NO_START) : NO_START),
        ...(isRunning ? NO_END : (last ?? NO_END)),
      ]);
      opened.push(open);
      this.#halves.remember(key, (isRunning ? first : last) ?? [], partBytes(part));
      after.set(key, { startedAt, open });
    }
    return { rows, opened, closed, calls: after };
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

const bytesOf = (parts: readonly CallPart[]) => parts.reduce((sum, part) => sum + partBytes(part), 0);

const OPEN_NUMBER_AT = callColumns.findIndex(({ name }) => name === "open_number");
const isFinishedRow = (row: CallRow): boolean => row[OPEN_NUMBER_AT] === 0;

function binaryInsert(rows: readonly CallRow[]): BinaryInsert {
  const encoder = new RowEncoder(callColumns);
  for (const row of rows) encoder.add(row);
  return { table: "call_rows", columns: callColumns, rows: encoder.bytes() };
}
