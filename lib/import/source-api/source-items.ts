import { type RecordContext, skippedRecord, textOf } from "@/lib/import/sources/source-record";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import type { Members } from "@/lib/json/value/members";

type Read = ImportItem | SkippedItem;

/** Returns the items of a record; null for a record of another form. */
type ReadRecord = (record: Members, context: RecordContext) => readonly Read[] | null;

/** Makes items of the records of an API, and counts them. */
export class SourceItems {
  /** Items so far. */
  count = 0;
  readonly #read: ReadRecord;
  readonly #options: { readonly projectId: string; readonly until: Date };

  constructor(read: ReadRecord, options: { readonly projectId: string; readonly until: Date }) {
    this.#read = read;
    this.#options = options;
  }

  /** @param name what the record is, for the place that a report names */
  *of(record: Members, name: string): Generator<Read> {
    const context = this.#context(`${name} ${textOf(record, "id") ?? this.count}`);
    for (const item of this.#read(record, context) ?? [skippedRecord(context, "It is not a record of a known form.")]) {
      this.count += 1;
      yield item;
    }
  }

  skipped(place: string, reason: string): SkippedItem {
    this.count += 1;
    return skippedRecord(this.#context(place), reason);
  }

  #context(filePosition: string): RecordContext {
    return { projectId: this.#options.projectId, filePosition, inventedFromMs: this.#options.until.getTime() };
  }
}
