import type { SourceRecord } from "./values/import-item";

/** One kind of record in an export of another tool. */
export interface SourceRecordCount extends SourceRecord {
  readonly count: number;
}

/** The records of an export, one entry for each kind. */
export class SourceRecordList {
  readonly #byKind = new Map<string, SourceRecordCount>();

  add(source: SourceRecord): void {
    const key = `${source.tool} ${source.record} ${source.becomes}`;
    const { count = 0 } = this.#byKind.get(key) ?? {};
    this.#byKind.set(key, { ...source, count: count + (source.count ?? 1) });
  }

  /** The most frequent first. */
  get all(): readonly SourceRecordCount[] {
    return [...this.#byKind.values()].sort((left, right) => right.count - left.count);
  }
}
