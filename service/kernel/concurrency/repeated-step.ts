/**
 * A step that is repeated while a service runs, never twice at the same time. A failure does not end the repetition.
 */
export class RepeatedStep {
  readonly #step: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  constructor(step: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void) {
    this.#step = step;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.run(), everyMs);
    this.#timer.unref();
  }

  /** Runs the step now, or waits for the current run. */
  run(): Promise<void> {
    this.#running ??= this.#step()
      .catch(this.#onFailure)
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /** Waits for the current run, and starts no further one. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
