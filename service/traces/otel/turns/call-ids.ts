import { spanCallId } from "@/service/traces/store/ids/span-call-id";

/**
 * The ids of the calls of one trace. The first trace of a project that names a span, as its own or as a parent, has the
 * span's id for its call; in any other trace the call's id is made of trace and span.
 */
export class CallIds {
  readonly #traceId: string;
  readonly #named = new Set<string>();
  /** By span id, those that differ from it. */
  readonly renamed = new Map<string, string>();
  /** The opposite. */
  readonly #spans = new Map<string, string>();

  constructor(traceId: string) {
    this.#traceId = traceId;
  }

  /** @param isTaken says whether another trace may have named a span before, and notes that this one has */
  name(spanId: string, isTaken: (spanId: string) => boolean): void {
    if (this.#named.has(spanId)) return;
    this.restore(spanId, isTaken(spanId) ? spanCallId(this.#traceId, spanId) : spanId);
  }

  /** Adds a span whose call has this id. */
  restore(spanId: string, callId: string): void {
    this.#named.add(spanId);
    if (callId === spanId) return;
    this.renamed.set(spanId, callId);
    this.#spans.set(callId, spanId);
  }

  callOf(spanId: string): string {
    return this.renamed.get(spanId) ?? spanId;
  }

  spanOf(callId: string): string {
    return this.#spans.get(callId) ?? callId;
  }
}
