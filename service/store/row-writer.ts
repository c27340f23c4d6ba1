import { GroupCommit } from "@/service/store/group-commit";
import type { Store } from "@/service/store/store";

/** A row to insert; a column that is absent takes its default. */
export type TableRow<Column extends string> = { readonly [Name in Column]?: string | number | null };

/** Inserts rows of one table, the rows of many requests in one insert. */
export class RowWriter<Column extends string> {
  readonly #commits: GroupCommit<string, undefined>;

  constructor(store: Store, table: string, columns: readonly Column[]) {
    this.#commits = new GroupCommit(
      async (group) => {
        await store.insert({ table, columns, lines: Buffer.from(group.join("")) });
        return group.map(() => undefined);
      },
      { sizeOf: (lines) => lines.length },
    );
  }

  /** Resolves when the rows are on disk and every later read sees them. All or none of them are stored. */
  write(rows: readonly TableRow<Column>[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    return this.#commits.submit(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }

  /** Resolves when nothing waits to be written. */
  idle(): Promise<void> {
    return this.#commits.idle();
  }
}
