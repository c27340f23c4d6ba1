/** Counts how often one request leaves for its provider. */
export class Attempts {
  #sent = 0;

  readonly note = (): void => {
    this.#sent += 1;
  };

  /** How often it was sent again so far. */
  get retries(): number {
    return Math.max(0, this.#sent - 1);
  }
}
