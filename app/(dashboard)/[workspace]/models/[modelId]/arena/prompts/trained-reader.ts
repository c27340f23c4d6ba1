import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { ReadableStore } from "@/lib/store/readable-store";
import { type ArenaPrompt, promptSource } from "./arena-prompt";
import type { TrainedBatch } from "./read-prompts";
import type { TrainedBatches } from "./read-trained";

/** `whole` when every trajectory was read: only then was a thread that is not found not trained on. */
export interface TrainedState {
  readonly phase: "idle" | "reading" | "whole" | "stopped" | "failed";
  /** The number of trajectories read. */
  readonly readCount: number;
  /** The total number; null while it is unknown. */
  readonly totalCount: number | null;
  readonly failure: ServiceFailure | null;
}

export interface TrainedReaderDependencies {
  readonly list: (signal: AbortSignal) => Promise<TrainedBatches>;
  readonly readBatch: (
    batchId: string,
    onThread: (threadId: string | null) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Listeners are notified each time this many more trajectories were read. */
const ROWS_PER_NOTIFICATION = 250;

/** Reads the ids of all threads that a model was trained on, until it is stopped; partial results are kept. */
export class TrainedReading extends ReadableStore<TrainedState> {
  readonly #outside: TrainedReaderDependencies;
  /** Step of the first checkpoint that was trained on a thread. */
  readonly #steps = new Map<string, number | null>();
  readonly #marked = new WeakMap<ArenaPrompt, ArenaPrompt>();
  readonly #whole = new Set<string>();
  #wholeCount = 0;
  #running: AbortController | null = null;

  constructor(outside: TrainedReaderDependencies) {
    super({ phase: "idle", readCount: 0, totalCount: null, failure: null });
    this.#outside = outside;
  }

  isTrained(threadId: string): boolean {
    return this.#steps.has(threadId);
  }

  /**
   * Returns a prompt of a thread marked with the current result; other prompts, and those already marked, are returned
   * unchanged.
   */
  marked(prompt: ArenaPrompt): ArenaPrompt {
    const { threadId, id } = prompt;
    if (prompt.isSeen !== null || threadId === null || promptSource(id).kind !== "thread") return prompt;
    const known = this.#marked.get(prompt);
    if (known?.seenSince === (this.#steps.get(threadId) ?? null)) return known;
    const isSeen = this.isTrained(threadId) ? true : this.getState().phase === "whole" ? false : null;
    if (isSeen === null) return prompt;
    const marked = { ...prompt, isSeen, seenSince: this.#steps.get(threadId) ?? null };
    this.#marked.set(prompt, marked);
    return marked;
  }

  /** Reads, or continues after a stop or failure: jobs that were read are not read again. */
  begin(): void {
    if (this.getState().phase === "reading" || this.getState().phase === "whole") return;
    const controller = new AbortController();
    this.#running = controller;
    this.#notify({ phase: "reading", failure: null });
    void this.#read(controller.signal).then(
      (phase) => {
        if (this.#running === controller) this.#notify({ phase });
      },
      (error: unknown) => {
        if (this.#running === controller && !isAbort(error))
          this.#notify({ phase: "failed", failure: failureOf(error) });
      },
    );
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    if (this.getState().phase === "reading") this.#notify({ phase: "stopped" });
  }

  async #read(signal: AbortSignal): Promise<"whole" | "stopped"> {
    const { items, hasMore, trajectoryCount } = await this.#outside.list(signal);
    this.#notify({ totalCount: trajectoryCount, readCount: this.#wholeCount });
    for (const batch of items) if (!this.#whole.has(batch.batchId)) await this.#readBatch(batch, signal);
    return hasMore ? "stopped" : "whole";
  }

  async #readBatch({ batchId, step }: TrainedBatch, signal: AbortSignal): Promise<void> {
    let count = 0;
    await this.#outside.readBatch(
      batchId,
      (threadId) => {
        if (signal.aborted) return;
        count += 1;
        if (threadId !== null) this.#steps.set(threadId, this.#earlier(threadId, step));
        if (count % ROWS_PER_NOTIFICATION === 0) this.#notify({ readCount: this.#wholeCount + count });
      },
      signal,
    );
    signal.throwIfAborted();
    this.#whole.add(batchId);
    this.#wholeCount += count;
    this.#notify({ readCount: this.#wholeCount });
  }

  #earlier(threadId: string, step: number | null): number | null {
    const before = this.#steps.get(threadId) ?? null;
    if (before === null || step === null) return step ?? before;
    return Math.min(before, step);
  }

  #notify(change: Partial<TrainedState>): void {
    this.setState({ ...this.getState(), ...change });
  }
}
