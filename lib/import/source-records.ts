import type { SourceRecord } from "./values/import-item";

/** One kind of record in an export of another tool. */
export interface SourceRecordCount extends SourceRecord {
  readonly count: number;
  /** Those of which something is lost or changed. */
  readonly inPart: number;
}

/** The records of an export, one entry for each kind. */
export class SourceRecordList {
  readonly #byKind = new Map<string, SourceRecordCount>();

  add(source: SourceRecord, hasLosses: boolean): void {
    const key = `${source.tool} ${source.record} ${source.becomes}`;
    const { count = 0, inPart = 0 } = this.#byKind.get(key) ?? {};
    const more = source.count ?? 1;
    this.#byKind.set(key, { ...source, count: count + more, inPart: inPart + (hasLosses ? more : 0) });
  }

  /** The most frequent first. */
  get all(): readonly SourceRecordCount[] {
    return [...this.#byKind.values()].sort((left, right) => right.count - left.count);
  }
}
