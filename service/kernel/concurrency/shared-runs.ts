/**
 * Runs a task for several callers: each gets a run that begins after its call, and all waiting callers share one run.
 */
export class SharedRuns {
  readonly #task: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(task: () => Promise<void>) {
    this.#task = task;
  }

  /** Resolves or rejects as the run does. */
  run(): Promise<void> {
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#start();
    const start = () => this.#start();
    this.#next = this.#running.then(start, start);
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = null;
    const running = this.#task().finally(() => {
      this.#running = null;
    });
    this.#running = running;
    return running;
  }
}
