import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { DatasetName, ImportedRow } from "@/lib/import/values/imported-object";
import type { Members } from "@/lib/json/value/members";
import type { ObjectService } from "./object-service";

/** Maximum number of rows that wait, for any size of row. */
const ROWS_HELD = 2_000;

const encoder = new TextEncoder();

/** The rows of one dataset: their digests, in the order in which their ids were first read. */
class HeldDataset {
  /** Null while a row waits to be stored. */
  readonly digests: (string | null)[] = [];
  /** The digest of the table when all rows were stored together. */
  tableDigest: string | null = null;
  requestCount = 0;
  readonly #placeById = new Map<string, { readonly index: number; readonly changed: string | null }>();

  constructor(readonly name: DatasetName) {}

  /** Returns the place of a row, or null for an older state of one that was read before. */
  placeOf({ id, changed }: ImportedRow): number | null {
    const before = id === null ? undefined : this.#placeById.get(id);
    if (before !== undefined && before.changed !== null && (changed === null || changed < before.changed)) return null;
    const index = before?.index ?? this.digests.push(null) - 1;
    if (id !== null) this.#placeById.set(id, { index, changed });
    return index;
  }
}

interface WaitingRow {
  readonly dataset: HeldDataset;
  readonly index: number;
  readonly row: Members;
}

/** A dataset whose rows are stored. */
export interface StoredDataset {
  readonly name: DatasetName;
  readonly rowCount: number;
  readonly tableRef: string;
}

/** Stores the rows of datasets while they are read: only their digests stay in memory. */
export class HeldRows {
  readonly #service: ObjectService;
  readonly #maxBytes: number;
  readonly #datasets = new Map<string, HeldDataset>();
  #waiting: WaitingRow[] = [];
  #bytes = 0;
  /** Rows that came again: of each only the newest is kept. */
  repeatedCount = 0;

  constructor(service: ObjectService, maxBytes: number) {
    this.#service = service;
    this.#maxBytes = maxBytes;
  }

  async add(row: ImportedRow): Promise<void> {
    const { key } = row.dataset;
    const dataset = this.#datasets.get(key) ?? new HeldDataset(row.dataset);
    this.#datasets.set(key, dataset);
    const countBefore = dataset.digests.length;
    const index = dataset.placeOf(row);
    if (dataset.digests.length === countBefore) this.repeatedCount += 1;
    if (index === null) return;
    const bytes = encoder.encode(stringifyJson(row.row)).length;
    if (this.#waiting.length > 0 && this.#bytes + bytes > this.#maxBytes) await this.#send();
    this.#waiting.push({ dataset, index, row: row.row });
    this.#bytes += bytes;
    if (this.#waiting.length >= ROWS_HELD) await this.#send();
  }

  /** Stores the rest, and returns the datasets in the order in which they were first read. */
  async finish(): Promise<StoredDataset[]> {
    await this.#send();
    const stored: StoredDataset[] = [];
    for (const { name, digests, tableDigest } of this.#datasets.values()) {
      const tableRef =
        tableDigest === null
          ? await this.#service.tableOf(digests.filter((digest) => digest !== null))
          : this.#service.tableRef(tableDigest);
      stored.push({ name, rowCount: digests.length, tableRef });
    }
    return stored;
  }

  async #send(): Promise<void> {
    for (const dataset of new Set(this.#waiting.map(({ dataset }) => dataset))) {
      const waiting = this.#waiting.filter((row) => row.dataset === dataset);
      const { digest, rowDigests } = await this.#service.storeRows(waiting.map(({ row }) => row));
      if (rowDigests.length !== waiting.length) {
        throw new Error("The service did not return digests for the stored rows, so they cannot be combined.");
      }
      for (const [at, { index }] of waiting.entries()) dataset.digests[index] = rowDigests[at] ?? null;
      dataset.requestCount += 1;
      // Rows of one request are a table by themselves, unless one of them replaced another.
      const isWhole = dataset.requestCount === 1 && waiting.length === dataset.digests.length;
      dataset.tableDigest = isWhole ? digest : null;
    }
    this.#waiting = [];
    this.#bytes = 0;
  }
}
