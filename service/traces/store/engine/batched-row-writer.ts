import { GroupCommit } from "@/service/kernel/concurrency/group-commit";
import { jsonLine } from "./json-line";
import type { Store } from "./store";

/** Writes rows of one table; rows of concurrent requests share one insert. */
export class BatchedRowWriter<Row extends object> {
  readonly #commits: GroupCommit<Buffer, undefined>;
  readonly #prepare: (rows: readonly Row[]) => readonly Row[];

  /** @param prepare returns rows as they may be stored */
  constructor(
    store: Store,
    table: string,
    columns: readonly (keyof Row & string)[],
    prepare: (rows: readonly Row[]) => readonly Row[] = (rows) => rows,
  ) {
    this.#prepare = prepare;
    const write = async (group: readonly Buffer[]): Promise<undefined[]> => {
      await store.insert({ table, columns, lines: group.length === 1 && group[0] ? group[0] : Buffer.concat(group) });
      return group.map(() => undefined);
    };
    this.#commits = new GroupCommit(write, { sizeOf: (lines) => lines.byteLength });
  }

  /** Resolves when the rows, all or none, are on disk and every later read sees them. */
  async write(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#commits.submit(Buffer.from(this.#prepare(rows).map(jsonLine).join("")));
  }

  /** Resolves when nothing is waiting to be written. */
  idle(): Promise<void> {
    return this.#commits.idle();
  }
}
