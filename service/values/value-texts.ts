import type { ValueField } from "@/lib/api/contract/values/values";
import { ValueText } from "@/lib/json/scan/value-text";
import { EventLoopYielder } from "@/service/concurrency/yield-to-event-loop";
import { NotFoundError } from "@/service/errors/service-errors";
import { filterConditions } from "@/service/store/calls/call-filter";
import { type CallKey, orderByStart, selectKeys } from "@/service/store/calls/call-keys";
import { readPayload } from "@/service/store/calls/call-payload";
import type { Store } from "@/service/store/engine/store";

/** Which payload of which call. */
export interface StoredPayloadAddress {
  readonly project_id: string;
  readonly call_id: string;
  readonly field: ValueField;
}

export interface ValueTextsOptions {
  /** Characters that may stay in memory between requests. */
  readonly cachedCharacters?: number;
  /** How long a text stays after it was last asked for, in milliseconds. */
  readonly cacheTimeMs?: number;
}

interface CachedText {
  readonly text: Promise<ValueText>;
  readonly timer: NodeJS.Timeout;
  /** 0 while it is read. */
  characters: number;
}

/** Shorter texts are read again: that costs no more than finding the call. */
const MIN_CACHED_LENGTH = 512 * 1024;

/**
 * Payloads that parts are read of. A person who looks into a large one asks again and again, so its text stays in
 * memory for a minute: of each project and call its own, and only after the call was found to be there still.
 */
export class ValueTexts {
  readonly #store: Store;
  readonly #keptCharacters: number;
  readonly #keptMs: number;
  /** In the order in which they were last asked for. */
  readonly #kept = new Map<string, CachedText>();

  constructor(
    store: Store,
    { cachedCharacters: keptCharacters = 256 * 1024 ** 2, cacheTimeMs: keptMs = 60_000 }: ValueTextsOptions = {},
  ) {
    this.#store = store;
    this.#keptCharacters = keptCharacters;
    this.#keptMs = keptMs;
  }

  /** @throws NotFoundError when there is no such call, or it is deleted */
  async open(address: StoredPayloadAddress, signal: AbortSignal): Promise<ValueText> {
    const key = await this.#find(address, signal);
    const name = JSON.stringify([address.project_id, key.id, key.startedAt, address.field]);
    const known = this.#kept.get(name);
    // Read for everybody who asks meanwhile: that one of them leaves stops nothing.
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
    throw new NotFoundError(`The project has no call ${id.slice(0, 100)}, or it was deleted.`);
  }

  async #read({ project_id: projectId, field }: StoredPayloadAddress, key: CallKey): Promise<ValueText> {
    const text = await readPayload(this.#store, projectId, key, field);
    const breather = new EventLoopYielder();
    return ValueText.open(text === "" ? "null" : text, () => breather.yieldToEventLoop());
  }

  #storeValue(name: string, text: Promise<ValueText>): void {
    const characters = this.#kept.get(name)?.characters ?? 0;
    this.#evict(name);
    const timer = setTimeout(() => this.#evict(name), this.#keptMs).unref();
    this.#kept.set(name, { text, timer, characters });
  }

  /** Lets go of those that were asked for longest ago. */
  #fit(name: string, characters: number): void {
    const opened = this.#kept.get(name);
    if (opened) opened.characters = characters;
    let sum = [...this.#kept.values()].reduce((total, kept) => total + kept.characters, 0);
    for (const [other, kept] of [...this.#kept]) {
      if (sum <= this.#keptCharacters) return;
      sum -= kept.characters;
      this.#evict(other);
    }
  }

  #evict(name: string): void {
    clearTimeout(this.#kept.get(name)?.timer);
    this.#kept.delete(name);
  }
}
