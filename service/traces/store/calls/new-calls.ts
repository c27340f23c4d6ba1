import { BufferPool, type LentBuffer } from "@/service/kernel/concurrency/buffer-pool";
import { type BinaryColumn, RowEncoder } from "@/service/traces/store/engine/row-encoder";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { type EndPart, endValues, partBytes, type StartPart, startValues } from "./call-parts";
import { finishedRow, writtenColumns } from "./written-row";

/** A complete call, whose row is written already. */
export interface NewCall {
  readonly projectId: string;
  readonly id: string;
  readonly startedAt: EngineTime;
  /** Null when it comes from a log, which only a process without others has: the others are told of traces. */
  readonly traceId: string | null;
  /** Where its row begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Some of the rows, and the columns that they have. */
export interface WrittenRows {
  readonly columns: readonly BinaryColumn[];
  readonly rows: readonly Uint8Array[];
}

/** What a log says about rows that follow it. It outlives this version: names and types say what the rows have. */
export interface NewCallsRecord {
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly calls: {
    readonly projectIds: readonly string[];
    readonly ids: readonly string[];
    readonly startedAt: readonly EngineTime[];
    /** Where each row ends, and the next one begins. */
    readonly to: readonly number[];
  };
}

/** Some bytes more than `partBytes` counts, so that the buffer rarely grows. */
const ROW_BYTES = 64;

/** For the rows of requests that wait to be stored. */
const ROWS = new BufferPool({ keptBytes: 24 * 1024 ** 2 });

const COLUMNS_OF_RECORD = writtenColumns.map(({ name, type }) => [name, type.sql] as const);

/**
 * The complete calls of one request that are surely not stored, as rows of `call_rows`. They are written when the
 * request arrives, so that only bytes wait for the group: a call's objects would be moved twice by garbage collection.
 */
export class NewCalls {
  readonly calls: readonly NewCall[];
  #rows: Buffer;
  /** The buffer of the rows. */
  #lent: LentBuffer | null = null;
  readonly #columns: readonly BinaryColumn[];
  /** True once they may be stored, since an insert that fails may have stored some of its rows. */
  #mayBeStored: boolean;

  private constructor(
    calls: readonly NewCall[],
    rows: Buffer,
    { columns, mayBeStored }: { readonly columns: readonly BinaryColumn[]; readonly mayBeStored: boolean },
  ) {
    this.calls = calls;
    this.#rows = rows;
    this.#columns = columns;
    this.#mayBeStored = mayBeStored;
  }

  /** Writes the rows of calls. */
  static of(pairs: readonly (readonly [StartPart, EndPart])[]): NewCalls {
    const bytes = pairs.reduce((sum, [start, end]) => sum + partBytes(start) + partBytes(end) + ROW_BYTES, 0);
    const lent = ROWS.take(bytes);
    const encoder = new RowEncoder(writtenColumns, lent.bytes);
    const calls = pairs.map(([start, end]) => {
      const { projectId, id, startedAt, traceId } = start;
      const from = encoder.length;
      encoder.add(finishedRow([0, projectId, startedAt, id, 0, 0, ...startValues(start), ...endValues(end)]));
      return { projectId, id, startedAt, traceId, from, to: encoder.length };
    });
    const rows = encoder.bytes();
    const made = new NewCalls(calls, rows, { columns: writtenColumns, mayBeStored: false });
    // The rows are in another buffer when they were longer than expected.
    if (rows.buffer === lent.bytes.buffer) made.#lent = lent;
    else lent.giveBack();
    return made;
  }

  /**
   * Frees the rows, which are stored. Those of an insert that failed are left to garbage collection: it may still read
   * them, and they may be stored again.
   */
  release(): void {
    if (this.#lent === null) return;
    this.#rows = Buffer.alloc(0);
    this.#lent.giveBack();
    this.#lent = null;
  }

  /** Returns the calls of a log, which an earlier run may have stored. */
  static ofRecord({ columns, calls }: NewCallsRecord, rows: Buffer): NewCalls {
    const found = calls.ids.map((id, at): NewCall => {
      const projectId = calls.projectIds[at] ?? "";
      return {
        projectId,
        id,
        startedAt: calls.startedAt[at] ?? "",
        traceId: null,
        from: calls.to[at - 1] ?? 0,
        to: calls.to[at] ?? 0,
      };
    });
    const isOfThisVersion = String(columns) === String(COLUMNS_OF_RECORD);
    return new NewCalls(found, rows, {
      columns: isOfThisVersion ? writtenColumns : columns.map(columnOfRecord),
      mayBeStored: true,
    });
  }

  get bytes(): number {
    return this.#rows.length;
  }

  get mayBeStored(): boolean {
    return this.#mayBeStored;
  }

  /** The rows, which wait to be stored. */
  get rows(): Buffer {
    return this.#rows;
  }

  /** What a log needs besides the rows, for {@link ofRecord}. */
  record(): NewCallsRecord {
    const { calls } = this;
    return {
      columns: COLUMNS_OF_RECORD,
      calls: {
        projectIds: calls.map(({ projectId }) => projectId),
        ids: calls.map(({ id }) => id),
        startedAt: calls.map(({ startedAt }) => startedAt),
        to: calls.map(({ to }) => to),
      },
    };
  }

  /** Returns the rows of these calls, which are in order, for the commit of a group that stores them now. */
  rowsOf(calls: readonly NewCall[], commit: number): WrittenRows {
    this.#mayBeStored = true;
    const runs: { from: number; to: number }[] = [];
    for (const { from, to } of calls) {
      this.#rows.writeBigUInt64LE(BigInt(commit), from);
      const last = runs.at(-1);
      if (last?.to === from) last.to = to;
      else runs.push({ from, to });
    }
    return { columns: this.#columns, rows: runs.map(({ from, to }) => this.#rows.subarray(from, to)) };
  }
}

/** A column of another version, whose values are written already. */
const columnOfRecord = ([name, sql]: readonly [string, string]): BinaryColumn => ({
  name,
  type: {
    sql,
    write() {
      throw new TypeError(`The column ${name} is that of another version.`);
    },
  },
});
