/** Counts how often one request is sent to its provider. */
export class Attempts {
  #sent = 0;

  readonly note = (): void => {
    this.#sent += 1;
  };

  /** The number of retries so far. */
  get retries(): number {
    return Math.max(0, this.#sent - 1);
  }
}
