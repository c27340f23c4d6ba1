/** The readings of one look at all watches: what several of them need is read once. */
export class SharedReadings {
  readonly #readings = new Map<string, Promise<unknown>>();

  /** Returns what was read for the same key, or reads it. @param key JSON values that the reading follows from */
  async read<Value>(key: readonly unknown[], read: () => Promise<Value>): Promise<Value> {
    const text = JSON.stringify(key);
    const known = this.#readings.get(text) ?? read();
    this.#readings.set(text, known);
    // The same key always has a reading of the same type.
    return (await known) as Value;
  }
}
