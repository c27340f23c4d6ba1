import { RowEncoder } from "@/service/store/engine/row-encoder";
import type { EngineTime } from "@/service/store/engine/timestamps";
import { callColumns, type EndPart, endValues, partBytes, type StartPart, startValues } from "./call-parts";
import { withShortDump } from "./short-dump";

/** A complete call, whose row is written already. */
export interface NewCall {
  readonly projectId: string;
  readonly id: string;
  readonly startedAt: EngineTime;
  /** Where its row begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Some bytes more than `partBytes` counts, so that the buffer rarely grows. */
const ROW_BYTES = 64;

/**
 * The complete calls of one request that are surely not stored, as rows of `call_rows`. They are written when the
 * request arrives, so that only bytes wait for the group: a call's objects would be moved twice by garbage collection.
 */
export class NewCalls {
  readonly calls: readonly NewCall[];
  readonly #rows: Buffer;
  /** True once they may be stored, since an insert that fails may have stored some of its rows. */
  #mayBeStored = false;

  constructor(pairs: readonly (readonly [StartPart, EndPart])[]) {
    const bytes = pairs.reduce((sum, [start, end]) => sum + partBytes(start) + partBytes(end) + ROW_BYTES, 0);
    const encoder = new RowEncoder(callColumns, bytes);
    this.calls = pairs.map(([start, end]) => {
      const { projectId, id, startedAt } = start;
      const from = encoder.length;
      encoder.add(withShortDump([0, projectId, startedAt, id, 0, 0, ...startValues(start), ...endValues(end)]));
      return { projectId, id, startedAt, from, to: encoder.length };
    });
    this.#rows = encoder.bytes();
  }

  get bytes(): number {
    return this.#rows.length;
  }

  get mayBeStored(): boolean {
    return this.#mayBeStored;
  }

  /** Returns the rows of these calls, which are in order, for the commit of a group that stores them now. */
  rowsOf(calls: readonly NewCall[], commit: number): Uint8Array[] {
    this.#mayBeStored = true;
    const runs: { from: number; to: number }[] = [];
    for (const { from, to } of calls) {
      this.#rows.writeBigUInt64LE(BigInt(commit), from);
      const last = runs.at(-1);
      if (last?.to === from) last.to = to;
      else runs.push({ from, to });
    }
    return runs.map(({ from, to }) => this.#rows.subarray(from, to));
  }
}
