import { randomUUID } from "node:crypto";
import { jsonLine } from "@/service/traces/store/engine/json-line";
import type { Store } from "@/service/traces/store/engine/store";
import { COMMIT_EVENTS } from "./commit-log-table";

/** An entry of the log: a turn that was taken, or how it ended. */
export interface Entry {
  readonly position: number;
  readonly event: number;
  readonly commit: number;
  readonly writer: string;
  readonly note: string;
}

/** The last entry, and what the others say together. */
interface LogEnd extends Entry {
  /** How many commits were stored. */
  readonly stored: number;
  /** The commits that were abandoned. */
  readonly dead: readonly number[];
}

/** Entries that are read at a time. */
const MAX_ENTRIES = 1000;

/** The tables of the commit log, as one process reads and writes them. */
export class CommitEntries {
  /** This process. */
  readonly writer = randomUUID();
  readonly #store: Store;
  /** The number of the last sign of life. */
  #signs = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the end of the log; null without any entry. */
  async readEnd(): Promise<LogEnd | null> {
    const [last] = await this.#store.read<Entry>({
      sql: `SELECT position, event, commit_number AS commit, writer, note FROM commit_log
ORDER BY position DESC, written_at LIMIT 1`,
    });
    if (last === undefined) return null;
    const [all] = await this.#store.read<{ stored: number; dead: number[] }>({
      sql: `SELECT countIf(event = ${COMMIT_EVENTS.stored}) AS stored,
  groupUniqArrayIf(commit_number, event = ${COMMIT_EVENTS.abandoned}) AS dead FROM commit_log`,
    });
    return { ...last, stored: all?.stored ?? 0, dead: all?.dead ?? [] };
  }

  /** Yields the entries after a position, in their order. */
  async *after(position: () => number): AsyncGenerator<Entry, void, void> {
    for (;;) {
      const entries = await this.#store.read<Entry>({
        sql: `SELECT position, event, commit_number AS commit, writer, note FROM commit_log
WHERE position > {after:UInt64} ORDER BY position, written_at LIMIT 1 BY position LIMIT ${MAX_ENTRIES}`,
        params: { after: position() },
      });
      yield* entries;
      if (entries.length < MAX_ENTRIES) return;
    }
  }

  /** Notes that this process has the turn at a position, if that is free. */
  take(position: number): Promise<void> {
    const { taken } = COMMIT_EVENTS;
    return this.#append({ position, event: taken, commit: position, writer: this.writer, note: String(this.#signs) });
  }

  /** Notes how a turn ended, if no one has done so yet. */
  end(commit: number, event: "stored" | "abandoned", note: string): Promise<void> {
    return this.#append({ position: commit + 1, event: COMMIT_EVENTS[event], commit, writer: this.writer, note });
  }

  /** Stored only where the position is free. */
  #append({ position, event, commit, writer, note }: Entry): Promise<void> {
    const row = { position, event, commit_number: commit, writer, note };
    return this.#store.insert({
      table: "commit_log",
      columns: Object.keys(row),
      lines: Buffer.from(jsonLine(row)),
      token: `position ${position}`,
      isUrgent: true,
    });
  }

  /** Returns the last sign of life of a process; 0 without any. */
  async lastSignOf(writer: string): Promise<number> {
    const [row] = await this.#store.read<{ sign: number }>({
      sql: "SELECT max(sign) AS sign FROM writer_signs WHERE writer = {writer:String}",
      params: { writer },
    });
    return row?.sign ?? 0;
  }

  /** Gives a sign of life. */
  async sign(): Promise<void> {
    this.#signs = Math.max(this.#signs + 1, Date.now());
    const lines = Buffer.from(jsonLine({ writer: this.writer, sign: this.#signs }));
    // Without it, another process takes the turn away, and the step is repeated.
    await this.#store
      .insert({ table: "writer_signs", columns: ["writer", "sign"], lines, isUrgent: true })
      .catch(() => undefined);
  }
}
