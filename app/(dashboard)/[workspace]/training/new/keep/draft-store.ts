import type { SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import type { TargetChoices } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import type { RowGrouping } from "@/lib/training/trajectories/group-rows";

export interface StoredSource {
  readonly id: string;
  readonly name: string;
  /** False while it is read, and permanently if the page was left meanwhile. */
  readonly isWhole: boolean;
  readonly partCount: number;
  readonly failure: string | null;
}

/** A row by its source and its index in it. */
export type RowAddress = readonly [source: string, index: number];

/** The chosen and typed values, besides the sources. */
export interface StoredChoices extends TargetChoices {
  readonly grouping: RowGrouping | null;
  readonly rewardPath: string | null;
  readonly edits: readonly (readonly [place: RowAddress, reward: number])[];
  readonly out: readonly RowAddress[];
  /** Absent in drafts that were saved before rows could be moved. */
  readonly moves?: readonly (readonly [place: RowAddress, group: string])[];
}

export interface StoredDraft {
  readonly sources: readonly StoredSource[];
  readonly choices: StoredChoices;
}

const DATABASE = "heddle-training";
const DRAFTS = "draft";
const PARTS = "part";

/** Stored with a draft: another version is ignored. */
const VERSION = 1;

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** Parts have keys of [address, source, number]. */
function partsOf(draftKey: string, source?: string): IDBKeyRange {
  const prefix = source === undefined ? [draftKey] : [draftKey, source];
  // An array sorts after every number and string.
  return IDBKeyRange.bound(prefix, [...prefix, []]);
}

/** One draft per address, in the browser's database. All methods throw a DOMException if the browser refuses. */
export class DraftStore {
  readonly #database: IDBDatabase;
  readonly #draftKey: string;

  private constructor(database: IDBDatabase, draftKey: string) {
    this.#database = database;
    this.#draftKey = draftKey;
  }

  static async open(draftKey: string): Promise<DraftStore> {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(DRAFTS);
      request.result.createObjectStore(PARTS);
    };
    const database = await answered(request);
    // Another tab with a newer page, or sign-out, is not blocked.
    database.onversionchange = () => database.close();
    return new DraftStore(database, draftKey);
  }

  async read(): Promise<{ draft: StoredDraft; parts: ReadonlyMap<string, readonly SourcePart[]> } | null> {
    const transaction = this.#database.transaction([DRAFTS, PARTS], "readonly");
    const draft = await answered<StoredDraft | undefined>(transaction.objectStore(DRAFTS).get(this.#draftKey));
    if (draft === undefined) return null;
    const parts = new Map<string, readonly SourcePart[]>();
    for (const { id } of draft.sources) {
      parts.set(id, await answered<SourcePart[]>(transaction.objectStore(PARTS).getAll(partsOf(this.#draftKey, id))));
    }
    return { draft, parts };
  }

  async putPart(source: string, number: number, part: SourcePart): Promise<void> {
    const transaction = this.#database.transaction(PARTS, "readwrite");
    transaction.objectStore(PARTS).put(part, [this.#draftKey, source, number]);
    await done(transaction);
  }

  async putDraft(draft: StoredDraft): Promise<void> {
    const transaction = this.#database.transaction(DRAFTS, "readwrite");
    transaction.objectStore(DRAFTS).put(draft, this.#draftKey);
    await done(transaction);
  }

  async removeSource(source: string): Promise<void> {
    const transaction = this.#database.transaction(PARTS, "readwrite");
    transaction.objectStore(PARTS).delete(partsOf(this.#draftKey, source));
    await done(transaction);
  }

  async clear(): Promise<void> {
    const transaction = this.#database.transaction([DRAFTS, PARTS], "readwrite");
    transaction.objectStore(DRAFTS).delete(this.#draftKey);
    transaction.objectStore(PARTS).delete(partsOf(this.#draftKey));
    await done(transaction);
  }
}
