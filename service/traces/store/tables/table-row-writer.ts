import { chunksOf, mapAsync } from "@/service/kernel/concurrency/chunks";
import { GroupCommit } from "@/service/kernel/concurrency/group-commit";
import { engineJson } from "@/service/kernel/json/engine-json";
import { onOneLine } from "@/service/kernel/json/on-one-line";
import type { WriteTurns } from "@/service/traces/store/commits/write-turns";
import { jsonLine } from "@/service/traces/store/engine/json-line";
import type { Store } from "@/service/traces/store/engine/store";
import { digestKey, type NewItem, type StoredItem } from "./table-items";

interface RowsOfProject {
  readonly projectId: string;
  readonly items: readonly NewItem[];
}

/** Maximum number of digests in one query: with seventeen digits each, these are 90 kB. */
const KEYS_PER_BATCH = 5000;

const rowColumns = ["project_id", "row_id", "digest_key", "digest", "size_bytes", "val", "search_val"] as const;

/**
 * The first id of rows that a process stores which is not alone on a server, and how many ids belong to each of its turns:
 * more than a group has rows. Ids of a process that is alone are lower.
 */
const SHARED_IDS = 2 ** 40;
const IDS_PER_TURN = 2 ** 20;

/** The only writer of `table_rows` in its process: it stores a row once per project and gives it an id. */
export class TableRowWriter {
  readonly #store: Store;
  readonly #commits: GroupCommit<RowsOfProject, StoredItem[]>;
  #lastId: number | null = null;

  constructor(store: Store, turns: WriteTurns) {
    this.#store = store;
    this.#commits = new GroupCommit(
      (group) => turns.run((turn) => this.#writeGroup(group, turns.isShared ? turn : null)),
      {
        sizeOf: ({ items }) => items.reduce((sum, { text }) => sum + text.length + 200, 0),
        groupBytes: 32 * 1024 ** 2,
      },
    );
  }

  /** Resolves when the rows are on disk, with their ids in the same order. */
  write(projectId: string, items: readonly NewItem[]): Promise<readonly StoredItem[]> {
    return items.length === 0 ? Promise.resolve([]) : this.#commits.submit({ projectId, items });
  }

  /** Returns the stored rows of a project with these digests, by digest. */
  async find(projectId: string, digests: Iterable<string>, signal?: AbortSignal): Promise<Map<string, StoredItem>> {
    const requested = new Set(digests);
    // In order, each look-up reads a single range of the projection.
    const keys = Float64Array.from(new Set(mapAsync(requested, digestKey))).sort();
    const storedItems = new Map<string, StoredItem>();
    if (keys.length > KEYS_PER_BATCH && !(await this.#hasRows(projectId, signal))) return storedItems;
    const lookUps = [...chunksOf([...keys], KEYS_PER_BATCH)].map(async (batch) => {
      const rows = await this.#store.read<StoredItem>({
        sql: "SELECT digest, row_id AS rowId, size_bytes AS sizeBytes FROM table_rows WHERE project_id = {project:String} AND digest_key IN {batch:Array(UInt64)}",
        params: { project: projectId, batch },
        ...(signal && { signal }),
      });
      for (const row of rows) if (requested.has(row.digest)) storedItems.set(row.digest, row);
    });
    await Promise.all(lookUps);
    return storedItems;
  }

  async #hasRows(projectId: string, signal: AbortSignal | undefined): Promise<boolean> {
    const rows = await this.#store.read({
      sql: "SELECT row_id FROM table_rows WHERE project_id = {project:String} LIMIT 1",
      params: { project: projectId },
      ...(signal && { signal }),
    });
    return rows.length > 0;
  }

  /** @param turn null for a process that is alone */
  async #writeGroup(group: readonly RowsOfProject[], turn: number | null): Promise<StoredItem[][]> {
    if (turn !== null) this.#lastId = SHARED_IDS + turn * IDS_PER_TURN;
    this.#lastId ??= await this.#readLastId();
    const lines: string[] = [];
    const known = new Map<string, Map<string, StoredItem>>();
    for (const projectId of new Set(group.map((request) => request.projectId))) {
      const digests = group.flatMap((request) =>
        request.projectId === projectId ? request.items.map(({ digest }) => digest) : [],
      );
      known.set(projectId, await this.find(projectId, digests));
    }
    const results = group.map(({ projectId, items }) =>
      items.map((item) => {
        const ofProject = known.get(projectId);
        const stored = ofProject?.get(item.digest) ?? this.#newRow(projectId, item, lines);
        ofProject?.set(item.digest, stored);
        return stored;
      }),
    );
    if (lines.length > 0) {
      await this.#store.insert({ table: "table_rows", columns: rowColumns, lines: Buffer.from(lines.join("")) });
    }
    return results;
  }

  #newRow(projectId: string, { digest, sizeBytes, text }: NewItem, lines: string[]): StoredItem {
    this.#lastId = (this.#lastId ?? 0) + 1;
    const val = onOneLine(text);
    const row = {
      project_id: projectId,
      row_id: this.#lastId,
      digest_key: digestKey(digest),
      digest,
      size_bytes: sizeBytes,
      val,
      search_val: engineJson(val) ?? "",
    };
    lines.push(jsonLine(row));
    return { digest, sizeBytes, rowId: row.row_id };
  }

  async #readLastId(): Promise<number> {
    const [row] = await this.#store.read<{ last: number }>({ sql: "SELECT max(row_id) AS last FROM table_rows" });
    return row?.last ?? 0;
  }
}
