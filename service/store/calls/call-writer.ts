import { LRUCache } from "lru-cache";
import { GroupCommit } from "@/service/concurrency/group-commit";
import { StoreClosed, StoreError } from "@/service/errors/store-errors";
import { jsonLine } from "@/service/store/engine/json-line";
import { RowEncoder, type RowValue } from "@/service/store/engine/row-encoder";
import type { BinaryInsert, Store } from "@/service/store/engine/store";
import { PARKED_AT } from "@/service/store/engine/timestamps";
import type { CallKey } from "./call-keys";
import {
  type CallPart,
  type CallRow,
  callColumns,
  type EndPart,
  endColumns,
  endValues,
  type NamePart,
  NO_END,
  NO_START,
  partBytes,
  type StartPart,
  startColumns,
  startValues,
} from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import { isFinished, isParked, type KnownCall, KnownCalls, keyOf, type OpenRow } from "./known-calls";
import { NEVER_VISIBLE, OpenRows } from "./open-rows";

export interface CallWriterOptions {
  /** Maximum number of remembered calls, whose next part needs no look-up. About 200 bytes each. */
  readonly remembered?: number;
  /** Maximum bytes of remembered starts and ends, whose other part needs no reading. */
  readonly rememberedBytes?: number;
  /** How long closed rows stay before they are removed. */
  readonly cleanAfterMs?: number;
}

/** Closed rows are removed earlier when there are this many, since readers compare with each of them. */
const MAX_CLOSINGS = 20_000;

/** More would only wait in memory: the client is told to retry. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** What a group brings for one call, besides what is stored. */
interface GroupCall {
  readonly known: KnownCall;
  start: StartPart | null;
  end: EndPart | null;
}

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
  readonly #commits: GroupCommit<readonly CallPart[], undefined>;
  readonly #known: KnownCalls;
  readonly #open: OpenRows;
  /** Starts of running calls, and ends whose start has not arrived. */
  readonly #halves: LRUCache<string, readonly RowValue[]>;
  readonly #cleanAfterMs: number;
  #lastStep: Promise<unknown> = Promise.resolve();
  /** After a failed insert, which may have stored some of its rows. */
  #isInDoubt = false;
  #timer: NodeJS.Timeout | null = null;
  #cleaning: Promise<void> | null = null;
  #isClosed = false;

  private constructor(store: Store, visibility: CallVisibility, options: CallWriterOptions) {
    this.#store = store;
    this.#visibility = visibility;
    this.#known = new KnownCalls(store, options.remembered ?? 200_000);
    this.#open = new OpenRows(store, visibility);
    this.#halves = new LRUCache({ maxSize: options.rememberedBytes ?? 64 * 1024 ** 2 });
    this.#cleanAfterMs = options.cleanAfterMs ?? 20_000;
    this.#commits = new GroupCommit((group) => this.#exclusively(() => this.#writeGroup(group)), {
      sizeOf: (parts) => parts.reduce((sum, part) => sum + partBytes(part), 0),
      waitingBytes: MAX_WAITING_BYTES,
    });
  }

  /** Reads what is stored. There must be one writer for a store, and no reader yet. */
  static async open(store: Store, visibility: CallVisibility, options: CallWriterOptions = {}): Promise<CallWriter> {
    const writer = new CallWriter(store, visibility, options);
    await store.command("TRUNCATE TABLE closed_calls");
    await writer.#open.recover();
    const projectsIn = (table: string) =>
      store.read<{ projectId: string }>({ sql: `SELECT DISTINCT project_id AS projectId FROM ${table}` });
    for (const { projectId } of await projectsIn("deleted_calls")) visibility.addProjectWithDeletions(projectId);
    for (const { projectId } of await projectsIn("call_names")) visibility.addProjectWithNames(projectId);
    writer.#cleanLater();
    return writer;
  }

  /**
   * Resolves when the parts are on disk and every later read sees them. When it rejects, some of them may be stored:
   * sending them again stores the others.
   */
  write(parts: readonly CallPart[]): Promise<void> {
    return parts.length === 0 ? Promise.resolve() : this.#commits.submit(parts);
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

  /** Resolves when nothing is waiting to be written. */
  async idle(): Promise<void> {
    await this.#commits.idle();
    await this.#cleaning;
  }

  /** Ends removing closed rows; the next start continues it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.idle();
  }

  /** Removes closed rows, as far as readers permit; it runs by itself some seconds after calls end. */
  clean(): Promise<void> {
    this.#cleaning ??= this.#clean().finally(() => {
      this.#cleaning = null;
    });
    return this.#cleaning;
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
    if (this.#isClosed || this.#visibility.closings === 0) return;
    if (this.#visibility.closings >= MAX_CLOSINGS) void this.clean();
    else this.#startTimer();
  }

  #startTimer(): void {
    if (this.#isClosed) return;
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
      await this.#store.insert(...kinds.filter((some) => some.length > 0).map(binaryInsert));
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
    const halves = await this.#otherHalves(calls);
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
        this.#halves.delete(key);
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
      this.#halves.set(key, (isRunning ? first : last) ?? [], { size: partBytes(part) });
      after.set(key, { startedAt, open });
    }
    return { rows, opened, closed, calls: after };
  }

  /** Returns the stored halves of calls that this group completes, by key: from memory, or from their open rows. */
  async #otherHalves(calls: ReadonlyMap<string, GroupCall>): Promise<ReadonlyMap<string, readonly RowValue[]>> {
    const halves = new Map<string, readonly RowValue[]>();
    const missing = new Map<number, { key: string; place: OpenRow; isStart: boolean }>();
    for (const [key, { known, start, end }] of calls) {
      const isNeeded = isParked(known) ? start !== null : known.open !== null && end !== null;
      if (!isNeeded || known.open === null) continue;
      const half = this.#halves.get(key);
      const place = this.#open.placeOf(known.open);
      if (half !== undefined) halves.set(key, half);
      else missing.set(place.number, { key, place, isStart: !isParked(known) });
    }
    for (const isStart of [true, false]) {
      const asked = [...missing.values()].filter((each) => each.isStart === isStart);
      if (asked.length === 0) continue;
      const columns = (isStart ? startColumns : endColumns).map(({ name }) => name);
      const found = await this.#store.read<Readonly<Record<string, RowValue>> & { readonly number: number }>({
        sql: `SELECT open_number AS number, ${columns.map(readBack).join(", ")} FROM call_rows
WHERE generation IN {generations:Array(UInt32)} AND open_number IN {numbers:Array(UInt64)}`,
        params: {
          generations: [...new Set(asked.map(({ place }) => place.generation))],
          numbers: asked.map(({ place }) => place.number),
        },
      });
      for (const row of found) {
        const values = columns.map((name) => row[name] ?? null);
        const key = missing.get(row.number)?.key;
        if (key !== undefined) halves.set(key, values);
      }
    }
    for (const { key } of missing.values()) {
      if (halves.has(key)) continue;
      // What is remembered is wrong: it is read again before the next group.
      this.#isInDoubt = true;
      throw new StoreError("The start or the end of a call could not be read back.");
    }
    return halves;
  }
}

const OPEN_NUMBER_AT = callColumns.findIndex(({ name }) => name === "open_number");
const isFinishedRow = (row: CallRow): boolean => row[OPEN_NUMBER_AT] === 0;

function binaryInsert(rows: readonly CallRow[]): BinaryInsert {
  const encoder = new RowEncoder(callColumns);
  for (const row of rows) encoder.add(row);
  return { table: "call_rows", columns: callColumns, rows: encoder.bytes() };
}

const readBack = (column: string) =>
  column === "ended_at" ? "toString(call_rows.ended_at) AS ended_at" : `call_rows.${column} AS ${column}`;

/**
 * Joins the parts of a group by call. The first start and the first end of a call count, and only where it has none
 * yet.
 */
function groupCalls(
  parts: readonly (StartPart | EndPart)[],
  knownCalls: ReadonlyMap<string, KnownCall>,
): Map<string, GroupCall> {
  const calls = new Map<string, GroupCall>();
  for (const part of parts) {
    const key = keyOf(part);
    const call = calls.get(key) ?? {
      known: knownCalls.get(key) ?? { startedAt: null, open: null },
      start: null,
      end: null,
    };
    calls.set(key, call);
    if (part.part === "start") {
      if (call.known.startedAt === null) call.start ??= part;
    } else if (!isFinished(call.known) && !isParked(call.known)) call.end ??= part;
  }
  return calls;
}

/** The last name of each call. */
function newestNames(parts: readonly CallPart[]): NamePart[] {
  const names = new Map<string, NamePart>();
  for (const part of parts) if (part.part === "name") names.set(keyOf(part), part);
  return [...names.values()];
}
