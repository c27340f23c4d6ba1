import type { ValueField } from "@/lib/api/contract/values/values";
import { ValueText } from "@/lib/json/scan/value-text";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { filterConditions } from "@/service/traces/store/calls/call-filter";
import { type CallKey, orderByStart, selectKeys } from "@/service/traces/store/calls/call-keys";
import { readPayload } from "@/service/traces/store/calls/call-payload";
import type { Store } from "@/service/traces/store/engine/store";

/** Identifies one payload of one call. */
export interface StoredPayloadAddress {
  readonly project_id: string;
  readonly call_id: string;
  readonly field: ValueField;
}

export interface ValueTextsOptions {
  /** Characters that may stay in memory between requests. */
  readonly cachedCharacters?: number;
  /** Time that a text is kept after its last use, in milliseconds. */
  readonly cacheTimeMs?: number;
}

interface CachedText {
  readonly text: Promise<ValueText>;
  readonly timer: NodeJS.Timeout;
  /** 0 while it is being read. */
  characters: number;
}

/** Shorter texts are read again: that costs no more than finding the call. */
const MIN_CACHED_LENGTH = 512 * 1024;

/**
 * Payloads that parts are read from. A user who inspects a large payload requests it repeatedly, so its text stays in
 * memory for a minute, separately for each project and call, and is returned only after a check that the call still
 * exists.
 */
export class ValueTexts {
  readonly #store: Store;
  readonly #keptCharacters: number;
  readonly #keptMs: number;
  /** In order of last use. */
  readonly #cache = new Map<string, CachedText>();

  constructor(
    store: Store,
    { cachedCharacters: keptCharacters = 256 * 1024 ** 2, cacheTimeMs: keptMs = 60_000 }: ValueTextsOptions = {},
  ) {
    this.#store = store;
    this.#keptCharacters = keptCharacters;
    this.#keptMs = keptMs;
  }

  /** @throws NotFoundError when the call does not exist or is deleted */
  async open(address: StoredPayloadAddress, signal: AbortSignal): Promise<ValueText> {
    const key = await this.#find(address, signal);
    const name = JSON.stringify([address.project_id, key.id, key.startedAt, address.field]);
    const known = this.#cache.get(name);
    // Shared by all requests made meanwhile: when one of them is aborted, the read continues.
    const text = known?.text ?? this.#read(address, key);
    this.#storeValue(name, text);
    try {
      const opened = await text;
      if (opened.text.length < MIN_CACHED_LENGTH) this.#evict(name);
      else this.#fit(name, opened.text.length);
      return opened;
    } catch (error) {
      this.#evict(name);
      throw error;
    }
  }

  async #find({ project_id: projectId, call_id: id }: StoredPayloadAddress, signal: AbortSignal): Promise<CallKey> {
    const conditions = filterConditions({ call_ids: [id] });
    const selection = { projectId, conditions, order: orderByStart("asc"), limit: 1, offset: 0 };
    for await (const [key] of selectKeys(this.#store, selection, signal)) if (key) return key;
    throw new NotFoundError(`Call ${id.slice(0, 100)} does not exist in this project, or was deleted.`);
  }

  async #read({ project_id: projectId, field }: StoredPayloadAddress, key: CallKey): Promise<ValueText> {
    const text = await readPayload(this.#store, projectId, key, field);
    const yielder = new EventLoopYielder();
    return ValueText.open(text === "" ? "null" : text, () => yielder.yieldToEventLoop());
  }

  #storeValue(name: string, text: Promise<ValueText>): void {
    const characters = this.#cache.get(name)?.characters ?? 0;
    this.#evict(name);
    const timer = setTimeout(() => this.#evict(name), this.#keptMs).unref();
    this.#cache.set(name, { text, timer, characters });
  }

  /** Drops the least recently used texts. */
  #fit(name: string, characters: number): void {
    const opened = this.#cache.get(name);
    if (opened) opened.characters = characters;
    let sum = [...this.#cache.values()].reduce((total, cached) => total + cached.characters, 0);
    for (const [other, cached] of [...this.#cache]) {
      if (sum <= this.#keptCharacters) return;
      sum -= cached.characters;
      this.#evict(other);
    }
  }

  #evict(name: string): void {
    clearTimeout(this.#cache.get(name)?.timer);
    this.#cache.delete(name);
  }
}
