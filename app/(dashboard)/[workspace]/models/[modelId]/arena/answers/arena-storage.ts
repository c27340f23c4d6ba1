const DATABASE = "heddle-arena";
const STORE = "items";
const VERSION = 1;

/** Keys of one scope are adjacent: no id contains this character. */
const SEPARATOR = "\u0000";
const AFTER_ALL = "\uffff";

/** Texts that this browser stores for a scope, each under its own key, without a limit. */
export class ArenaStorage {
  readonly #database: IDBDatabase | null;
  readonly #prefix: string;
  /** Called when the browser stops storing. */
  onLimitReached: () => void = () => undefined;

  private constructor(database: IDBDatabase | null, place: string) {
    this.#database = database;
    this.#prefix = `${place}${SEPARATOR}`;
  }

  /** Without browser storage the scope is empty, and stays so. */
  static async open(place: string): Promise<ArenaStorage> {
    try {
      const request = window.indexedDB.open(DATABASE, VERSION);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      const database = await answerOf(request);
      // Sign-out, also in another tab, deletes it.
      database.onversionchange = () => database.close();
      return new ArenaStorage(database, place);
    } catch {
      // Private windows of some browsers have no such storage: the page warns that a reload loses the answers.
      return new ArenaStorage(null, place);
    }
  }

  get isSaving(): boolean {
    return this.#database !== null;
  }

  /** All texts of the scope, by key. */
  async readAll(): Promise<ReadonlyMap<string, string>> {
    if (!this.#database) return new Map();
    const store = this.#database.transaction(STORE, "readonly").objectStore(STORE);
    const range = IDBKeyRange.bound(this.#prefix, `${this.#prefix}${AFTER_ALL}`);
    const [keys, values] = await Promise.all([answerOf(store.getAllKeys(range)), answerOf(store.getAll(range))]);
    return new Map(
      keys.flatMap((key, index): [string, string][] => {
        const value: unknown = values[index];
        return typeof value === "string" ? [[String(key).slice(this.#prefix.length), value]] : [];
      }),
    );
  }

  put(key: string, text: string): void {
    this.#write((store) => store.put(text, `${this.#prefix}${key}`));
  }

  remove(keys: readonly string[]): void {
    this.#write((store) => {
      for (const key of keys) store.delete(`${this.#prefix}${key}`);
    });
  }

  #write(change: (store: IDBObjectStore) => void): void {
    if (!this.#database) return;
    try {
      const transaction = this.#database.transaction(STORE, "readwrite");
      transaction.onabort = () => this.onLimitReached();
      change(transaction.objectStore(STORE));
    } catch {
      // The browser closed its database: the content of the page is kept until it is left.
      this.onLimitReached();
    }
  }

  close(): void {
    this.#database?.close();
  }
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("Browser storage did not respond."));
  });
}
