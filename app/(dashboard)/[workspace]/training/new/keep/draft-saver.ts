import type { SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { ReadableStore } from "@/lib/store/readable-store";
import type { DraftStore, StoredDraft, StoredSource } from "./draft-store";

/** Whether a reload restores the draft, and when all of it was saved; null while something waits to be written. */
export interface SaveState {
  readonly isStored: boolean;
  readonly savedAtMs: number | null;
}

/** The store of a draft. */
export type DraftWriter = Pick<DraftStore, "putPart" | "putDraft" | "removeSource" | "clear">;

/** A source of the page; its parts are counted here. */
export type SourceState = Omit<StoredSource, "partCount">;

/**
 * Saves a draft as it changes, one write after the other: a draft never names unwritten parts. After a write that the
 * browser rejected nothing is saved, since a draft with gaps would be trained on as if it were complete.
 */
export class DraftSaver extends ReadableStore<SaveState> {
  readonly #store: DraftWriter | null;
  readonly #partCounts = new Map<string, number>();
  #queue = Promise.resolve();
  #waitingCount = 0;
  #newest: StoredDraft | null = null;

  /** @param store null where the browser has no database for the page */
  constructor(store: DraftWriter | null, parts: ReadonlyMap<string, readonly SourcePart[]> = new Map()) {
    super({ isStored: store !== null, savedAtMs: null });
    this.#store = store;
    for (const [source, { length }] of parts) this.#partCounts.set(source, length);
  }

  addPart(source: string, part: SourcePart): void {
    const number = this.#partCounts.get(source) ?? 0;
    this.#partCounts.set(source, number + 1);
    this.#write((store) => store.putPart(source, number, part));
  }

  /** When drafts change faster than they are written, only the last is written. */
  setDraft(sources: readonly SourceState[], choices: StoredDraft["choices"]): void {
    const counted = sources.map((source) => ({ ...source, partCount: this.#partCounts.get(source.id) ?? 0 }));
    const draft = { sources: counted, choices };
    this.#newest = draft;
    this.#write(async (store) => {
      if (this.#newest === draft) await store.putDraft(draft);
    });
  }

  removeSource(source: string): void {
    this.#partCounts.delete(source);
    this.#write((store) => store.removeSource(source));
  }

  /** Resolves when the draft is deleted, or deletion failed. */
  async discard(): Promise<void> {
    this.#partCounts.clear();
    this.#newest = null;
    this.#write((store) => store.clear());
    await this.#queue;
  }

  #write(change: (store: DraftWriter) => Promise<void>): void {
    const store = this.#store;
    if (store === null) return;
    this.#waitingCount += 1;
    // A reload before all parts of a large file are written restores only some of them.
    if (this.getState().savedAtMs !== null) this.setState({ isStored: true, savedAtMs: null });
    this.#queue = this.#queue.then(async () => {
      this.#waitingCount -= 1;
      if (!this.getState().isStored) return;
      try {
        await change(store);
        if (this.#waitingCount === 0) this.setState({ isStored: true, savedAtMs: Date.now() });
      } catch {
        // Full or disabled: the page says that a reload would lose the draft.
        this.setState({ isStored: false, savedAtMs: null });
        await store.clear().catch(() => undefined);
      }
    });
  }
}
