import type { RunRequest, RunStore } from "@/lib/completion/run-store";
import { ReadableStore } from "@/lib/store/readable-store";
import type { CellResult } from "./stored-arena";

/** A request for one answer. */
export interface ArenaJob {
  readonly key: string;
  readonly request: RunRequest;
  /** The parameters of the request, as text. */
  readonly asked: string;
}

/** Providers limit requests per minute; a browser has six connections to the dashboard. */
const MAX_CONCURRENT = 4;

interface ArenaState {
  /** Rises with each change of a cell; `resultOf` and `isWaiting` have the cells. */
  readonly version: number;
  /** Rises when an answer has ended, was marked or forgotten, and not while it grows. */
  readonly settledCount: number;
  /** The number of answers still to come. */
  readonly openCount: number;
}

/**
 * The answers of all cells, outside of React: stored answers, streaming ones, and the queue. A limited number runs at
 * once, in the order of the requests.
 */
export class ArenaResults extends ReadableStore<ArenaState> {
  readonly #store: RunStore;
  readonly #results: Map<string, CellResult>;
  readonly #storeValue: (key: string, result: CellResult | null) => void;
  readonly #active = new Map<string, ArenaJob>();
  #waiting: ArenaJob[] = [];
  #settledCount = 0;

  constructor(
    store: RunStore,
    storedResults: ReadonlyMap<string, CellResult>,
    keep: (key: string, result: CellResult | null) => void,
  ) {
    super({ version: 0, settledCount: 0, openCount: 0 });
    this.#store = store;
    this.#results = new Map(storedResults);
    this.#storeValue = keep;
    store.subscribe(() => this.#takeGrown());
  }

  /** The same value until the cell changes; null when it was never run. */
  resultOf(key: string): CellResult | null {
    return this.#results.get(key) ?? null;
  }

  isWaiting(key: string): boolean {
    return this.#waiting.some((job) => job.key === key);
  }

  /** Appends cells to the queue; their earlier answers are discarded when they run. */
  ask(jobs: readonly ArenaJob[]): void {
    const jobKeys = new Set(jobs.map(({ key }) => key));
    this.#waiting = [...this.#waiting.filter(({ key }) => !jobKeys.has(key)), ...jobs];
    this.#pump();
    this.#notify();
  }

  readonly stopAll = (): void => {
    this.#waiting = [];
    this.#store.stopAll();
    this.#notify();
  };

  mark(key: string, mark: number | null): void {
    const result = this.#results.get(key);
    if (result) this.#settle(key, { ...result, mark });
  }

  /** Forgets cells, and stops those that are running. */
  forget(isGone: (key: string) => boolean): void {
    this.#waiting = this.#waiting.filter(({ key }) => !isGone(key));
    for (const key of [...this.#active.keys()].filter(isGone)) {
      this.#active.delete(key);
      this.#store.stop(key);
    }
    for (const key of [...this.#results.keys()].filter(isGone)) {
      this.#results.delete(key);
      this.#storeValue(key, null);
    }
    this.#settledCount += 1;
    this.#notify();
  }

  #pump(): void {
    while (this.#active.size < MAX_CONCURRENT) {
      // A cell that is already running runs again when it has ended.
      const at = this.#waiting.findIndex(({ key }) => !this.#active.has(key));
      const [job] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!job) return;
      this.#active.set(job.key, job);
      void this.#run(job);
    }
  }

  async #run(job: ArenaJob): Promise<void> {
    const answer = await this.#store.run(job.key, job.request);
    // A cell that was forgotten meanwhile stays forgotten.
    if (this.#active.get(job.key) === job) {
      this.#active.delete(job.key);
      this.#settle(job.key, { answer, asked: job.asked, mark: null });
      this.#store.forget(job.key);
    }
    this.#pump();
    this.#notify();
  }

  /** Answers grow in the store: each new state of an answer becomes the cell's. */
  #takeGrown(): void {
    for (const { key, asked } of this.#active.values()) {
      const { answer } = this.#store.runOf(key);
      if (answer.status === "running" && this.#results.get(key)?.answer !== answer) {
        this.#results.set(key, { answer, asked, mark: null });
      }
    }
    this.#notify();
  }

  #settle(key: string, result: CellResult): void {
    this.#results.set(key, result);
    this.#storeValue(key, result);
    this.#settledCount += 1;
    this.#notify();
  }

  #notify(): void {
    this.setState({
      version: this.getState().version + 1,
      settledCount: this.#settledCount,
      openCount: this.#waiting.length + this.#active.size,
    });
  }
}
